"""What a link to a page shows elsewhere, and what the page says of itself to machines."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import pytest
from sitebuild import BASE_URL, ROOT, Build
from sitedata import RUNS
from sitepages import LOCALES, Page, file_of, generated, in_site, page_named
from support import LANGUAGES

PNG = b"\x89PNG\r\n\x1a\n"
SIZE = (1200, 630)
ILLUSTRATED = sorted(
    f"reports/{file.stem}" for file in (ROOT / "content/en/reports").glob("*.md") if "{{< chart " in file.read_text()
)


def described(page: Page) -> dict[str, str]:
    """The properties in the head of a page that previews are made of."""
    metas = [each.attributes for each in page.root.one("head").all("meta")]
    found = {meta.get("property") or meta.get("name", ""): meta.get("content", "") for meta in metas}
    return {name: value for name, value in found.items() if name.startswith(("og:", "twitter:"))}


def picture(site: Build, page: Page) -> Path | None:
    """The file that a page names as its picture."""
    address = described(page).get("og:image")
    return file_of(site, in_site(address) or "") if address else None


def test_every_page_can_be_shared(pages: list[Page]) -> None:
    for page in pages:
        found = described(page)
        assert found["og:url"] == page.url or page.name == "404", page.file
        assert found["og:title"] and found["og:locale"].replace("_", "-").startswith(LOCALES[page.language]), page.file
        wanted = "summary_large_image" if "og:image" in found else "summary"
        assert found["twitter:card"] == wanted, page.file


@pytest.mark.parametrize("language", LANGUAGES)
def test_picture_is_that_of_the_first_chart(site: Build, pages: list[Page], language: str) -> None:
    assert len(ILLUSTRATED) >= 3
    for name in (".", *ILLUSTRATED):
        page = page_named(pages, name, language)
        chart = page.main.all("figure", "chart")[0]
        found, file = described(page), picture(site, page)
        assert file is not None and file.stem == (chart.id or "").removeprefix("chart-"), page.file
        assert found["og:image"].startswith(f"{BASE_URL}charts/{language}/")
        assert found["og:image:alt"] == chart.one("figcaption").text()
        assert struct.unpack(">II", file.read_bytes()[16:24]) == SIZE and file.read_bytes().startswith(PNG)
        assert (int(found["og:image:width"]), int(found["og:image:height"])) == SIZE


def test_pictures_of_the_languages_differ(site: Build) -> None:
    for name in generated(site, "charts"):
        pictures = {(site.public / "charts" / language / f"{name}.png").read_bytes() for language in LANGUAGES}
        assert len(pictures) == len(LANGUAGES), name
        assert all(len(each) < 300_000 for each in pictures), f"{name}: too large for a preview"


def test_page_without_a_chart_has_no_picture(pages: list[Page]) -> None:
    without = [page for page in pages if not page.main.all("figure", "chart")]
    assert len(without) > 50 and [page.file for page in without if "og:image" in described(page)] == []


def record(page: Page) -> dict[str, Any] | None:
    """What a page says of itself, by schema.org."""
    found = [each for each in page.root.all("script") if each.attributes.get("type") == "application/ld+json"]
    assert len(found) <= 1, page.file
    parsed: dict[str, Any] | None = json.loads(found[0].text()) if found else None
    return parsed


def files_in(value: Any) -> list[str]:  # noqa: ANN401
    """The addresses of all files that a record offers."""
    if isinstance(value, list):
        return [address for each in value for address in files_in(each)]
    if not isinstance(value, dict):
        return []
    own = [value["contentUrl"]] if "contentUrl" in value else []
    return own + [address for each in value.values() for address in files_in(each)]


def test_records_say_what_all_must(site: Build, pages: list[Page]) -> None:
    kinds = {"runs": "Dataset", "reports": "Report", "data": "Dataset", ".": "WebSite"}
    found = {page: known for page in pages if (known := record(page))}
    for page, known in found.items():
        folder, _, rest = page.name.partition("/")
        assert known["@type"] == kinds[folder] and (rest or folder in ("data", ".")), page.file
        assert known["@context"] == "https://schema.org" and known["url"] == page.url, page.file
        assert known["inLanguage"] == LOCALES[page.language] and known["name"] and known["license"], page.file
        assert 20 <= len(known["description"]) <= 5000, page.file
        missing = [each for each in files_in(known) if not file_of(site, in_site(each) or "").is_file()]
        assert missing == [], page.file
    wanted = [page for page in pages if page.name.startswith(("runs/", "reports/")) or page.name in ("data", ".")]
    assert len(wanted) == len(found) > 30


@pytest.mark.parametrize("language", LANGUAGES)
def test_data_page_offers_every_table(site: Build, pages: list[Page], language: str) -> None:
    known = record(page_named(pages, "data", language))
    assert known is not None
    parts = {part["name"]: part for part in known["hasPart"]}
    assert set(parts) == {table["name"] for table in generated(site, "tables")}
    assert all(part["@type"] == "Dataset" for part in parts.values())
    files = {table["name"]: next(iter(table["downloads"].values())) for table in generated(site, "tables")}
    assert all(files_in(part) == [f"{BASE_URL}{files[name]}"] for name, part in parts.items())
    assert files_in(known["distribution"]) == [f"{BASE_URL}downloads/datapackage.json"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_report_offers_the_data_of_its_charts(pages: list[Page], language: str) -> None:
    for name in ILLUSTRATED:
        page = page_named(pages, name, language)
        known = record(page)
        assert known is not None
        titles = [chart.one("figcaption").text() for chart in page.main.all("figure", "chart")]
        assert [part["name"] for part in known["hasPart"]] == titles
        anchors = [part["url"].partition("#")[2] for part in known["hasPart"]]
        assert set(anchors) <= set(page.ids) and known["image"] == described(page)["og:image"]


def test_run_names_who_made_it_and_when(pages: list[Page]) -> None:
    for run in RUNS:
        known = record(page_named(pages, f"runs/{run}", "en"))
        assert known is not None
        assert known["identifier"] == run and known["dateCreated"].startswith("2026-") and known["creator"]["name"]
        assert ("creativeWorkStatus" in known) == run.endswith("withdrawn")


def kept_address(pages: list[Page], page: Page) -> str:
    """The address that stays as it is now: of the newest version in the language of the page, else of the page."""
    versions = [
        (int(each.name.rpartition("/")[2]), each.url)
        for each in pages
        if each.language == page.language and each.name.rpartition("/")[0] == f"versions/{page.name}"
    ]
    return max(versions, default=(0, page.url))[1]


def test_every_report_guidance_and_run_can_be_cited(pages: list[Page]) -> None:
    citable = [page for page in pages if page.name.startswith(("reports/", "guidance/", "runs/"))]
    assert len(citable) > 100
    for page in citable:
        section = page.main.one("section", "cite-section")
        copied = [each.text() for each in section.walk() if "data-copy" in each.attributes]
        assert len(copied) == 3 and page.url in copied[0] and page.url in copied[2], page.file
        assert copied[1] == kept_address(pages, page), page.file
        assert copied[2].startswith("@misc{") and "%!" not in section.text(), page.file
