"""The page on data quality has every check and every finding; guidance past its review says so."""

from __future__ import annotations

import re

import pytest
from ddlbench.database import statements
from sitebuild import Build
from sitepages import Page, described, generated, page_named
from support import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_check_is_explained(site: Build, pages: list[Page], language: str) -> None:
    page = page_named(pages, "data/quality", language)
    rows = {(row.id or "").removeprefix("check-"): row for row in page.main.all("tr") if row.id}
    assert set(rows) == set(statements("checks"))
    found = [each for owner in generated(site, "findings").values() for each in owner]
    messages = {check["name"]: check["message"] for check in generated(site, "checks")}
    for name, row in rows.items():
        texts = [cell.text() for cell in row.all("td")]
        assert texts[-1] == str(sum(each["check_name"] == name for each in found)), name
        assert texts[0].rstrip(".。") == described(messages[name], language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_finding_is_shown(site: Build, pages: list[Page], language: str) -> None:
    page = page_named(pages, "data/quality", language)
    shown = [row for table in page.main.all("table")[1:] for row in table.one("tbody").all("tr")]
    found = generated(site, "findings")
    assert len(shown) == sum(min(100, len(each)) for each in found.values()) > 50
    text = "".join(page.main.texts())
    for owner in found.values():
        assert all(each["details"] in text for each in owner[:100] if each["details"])


def test_source_leads_to_its_findings(site: Build, pages: list[Page]) -> None:
    for source in generated(site, "sources"):
        links = [each.attributes["href"] for each in page_named(pages, f"sources/{source}", "en").main.all("a")]
        leads = [each for each in links if re.search(r"/data/quality/#", each)]
        assert len(leads) == (1 if f"source/{source}" in generated(site, "findings") else 0), source


@pytest.mark.parametrize("language", LANGUAGES)
def test_guidance_in_time_says_nothing(pages: list[Page], language: str) -> None:
    notices = [
        each
        for page in pages
        if page.language == language and page.name.startswith("guidance/")
        for each in page.main.all("p")
        if "data-review-by" in each.attributes
    ]
    assert len(notices) > 10 and all("hidden" in each.attributes for each in notices)


@pytest.mark.slow
def test_guidance_past_its_review_says_so_and_the_build_warns(copy: Build) -> None:
    file = copy.project / "data" / "guidance" / "mysql-instant-first.toml"
    text = file.read_text("utf-8")
    file.write_text(re.sub(r"^review_by = .*$", "review_by = 2026-01-31", text, flags=re.MULTILINE), "utf-8")
    done = copy.make()
    assert done.returncode == 0
    assert "warning: guidance/mysql-instant-first.toml: was to be reviewed by 2026-01-31" in done.stdout + done.stderr
    for language in LANGUAGES:
        folder = copy.public if language == "en" else copy.public / language
        page = (folder / "guidance" / "mysql-instant-first" / "index.html").read_text("utf-8")
        shown = re.search(r'<p class="notice" data-review-by="2026-01-31">([^<]+)', page)
        assert shown and "2026" in shown[1] and "31" in shown[1], language
