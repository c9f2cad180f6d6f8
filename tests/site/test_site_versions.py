"""What can be cited: every report, guidance, chart and run has a text to keep, and what is kept has its page."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest
from ddlbench.publish.versions import changes, parts, version_records
from sitebuild import ROOT, Build
from sitepages import Page
from support import LANGUAGES


def test_a_table_of_a_text_stays_together() -> None:
    text = ["Title", "## The answer", "It took 56 s.", "Buffer | Time", "1 MiB | 56.0", "The end."]
    assert parts(text) == [
        {"heading": "The answer", "level": 2},
        {"line": "It took 56 s."},
        {"rows": [["Buffer", "Time"], ["1 MiB", "56.0"]]},
        {"line": "The end."},
    ]


def test_changes_are_told_in_order() -> None:
    before = ["Title", "It took 56 s.", "One more.", "The end."]
    assert changes(before, before) == []
    assert changes(before, ["Title", "It took 57 s.", "One more.", "The end.", "Added."]) == [
        {"before": ["It took 56 s."], "after": ["It took 57 s."]},
        {"before": [], "after": ["Added."]},
    ]


def test_all_that_can_be_cited_has_a_text_that_begins_with_its_title(
    site: Build, pages: list[Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = importlib.util.spec_from_file_location("release_of_site", ROOT / "tools" / "release.py")
    assert spec is not None
    assert spec.loader is not None
    release = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, release)
    spec.loader.exec_module(release)
    monkeypatch.chdir(site.project)
    kept = {f"{kind}/{name}": record for kind, name, record in release.records()}
    titles = {page.name: page for page in pages if page.language == "en"}
    with_pages = {name for name in titles if name.count("/") and name.split("/")[0] in ("reports", "guidance", "runs")}
    assert {name for name in kept if not name.startswith("charts/")} == {
        name for name in with_pages if not name.startswith("runs/page")
    }
    for name, record in kept.items():
        for language in LANGUAGES:
            assert all(record["text"][language]), name
        if name in titles:
            heading = next(each for each in titles[name].main.walk() if each.tag == "h1")
            assert record["text"]["en"][0] == " ".join(heading.text().split()), name


def test_each_version_has_its_page(site: Build, pages: list[Page], tmp_path: Path) -> None:
    records = version_records(site.project / "data", tmp_path)
    names = {page.name for page in pages}
    assert {f"versions/{record['address']}" for record in records} == {
        name for name in names if name.startswith("versions/")
    }
