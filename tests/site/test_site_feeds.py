"""Feeds name what is new, in each language, and lead to pages that are there."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest
from sitebuild import Build
from sitedata import RUNS
from sitepages import LOCALES, file_of, in_site

ATOM = "{http://www.w3.org/2005/Atom}"
FOLDERS = {"en": "", "zh-cn": "zh-cn/", "ko": "ko/"}


@pytest.mark.parametrize("language", LOCALES)
def test_atom_feed(site: Build, language: str) -> None:
    feed = ElementTree.parse(site.public / FOLDERS[language] / "feed.xml").getroot()
    entries = feed.findall(f"{ATOM}entry")
    dates = [entry.findtext(f"{ATOM}updated") or "" for entry in entries]
    assert dates == sorted(dates, reverse=True) and feed.findtext(f"{ATOM}updated") == dates[0]
    links = [entry.find(f"{ATOM}link") for entry in entries]
    addresses = [link.attrib["href"] for link in links if link is not None]
    assert len(set(addresses)) == len(entries) > 3
    assert all(file_of(site, in_site(address) or "").is_file() for address in addresses)
    assert all(entry.findtext(f"{ATOM}title") for entry in entries)


@pytest.mark.parametrize("language", LOCALES)
def test_json_feed_has_the_same_entries(site: Build, language: str) -> None:
    feed = json.loads((site.public / FOLDERS[language] / "feed.json").read_text(encoding="utf-8"))
    atom = ElementTree.parse(site.public / FOLDERS[language] / "feed.xml").getroot()
    assert feed["version"] == "https://jsonfeed.org/version/1.1"
    assert [item["id"] for item in feed["items"]] == [
        each.findtext(f"{ATOM}id") for each in atom.findall(f"{ATOM}entry")
    ]


def test_search_index_has_no_run(site: Build) -> None:
    entry = (site.public / "pagefind" / "pagefind-entry.json").read_text(encoding="utf-8")
    parsed = json.loads(entry)
    assert entry == json.dumps(parsed, sort_keys=True)
    assert set(parsed["languages"]) == {locale.lower() for locale in LOCALES.values()}
    for run in RUNS:
        page = (site.public / "runs" / run / "index.html").read_text(encoding="utf-8")
        assert "data-pagefind-body" not in page


def test_run_page_has_its_downloads(site: Build) -> None:
    [run, _] = RUNS
    rows = (site.public / "downloads" / "runs" / f"{run}.csv").read_text(encoding="utf-8").splitlines()
    assert rows[0].startswith("elapsed_s,threads,tps,") and rows[0].endswith(",file,line")
    record = json.loads((site.public / "downloads" / "runs" / f"{run}.json").read_text(encoding="utf-8"))
    assert record["id"] == run and [trial["number"] for trial in record["trials"]] == ["001", "002", "003"]
