"""What people do with runs, runbooks and the search: filter, read exact values, copy, find."""

from __future__ import annotations

import re

import pytest
from browsing import DESKTOP, Mode, Visits
from playwright.sync_api import expect

RUN = "runs/mariadb/captures/20260301-add-index/"
PLAIN = Mode(scripts=False)
WORDS = {"en/": "throughput", "zh-cn/": "元数据锁", "ko/": "데이터"}
INFIX = "이터"
"""The end of a Korean word: Pagefind alone finds words only from their beginning."""


def test_filter_stands_in_the_address(visits: Visits) -> None:
    with visits.page("runs/") as page:
        rows = page.locator("tbody[data-rows] > tr")
        every = rows.count()
        page.get_by_label("Engine").select_option("postgresql")
        expect(page.locator("tbody[data-rows] > tr:visible")).not_to_have_count(every)
        assert page.url.endswith("?engine=postgresql")
        assert {row.get_attribute("data-engine") for row in page.locator("tbody > tr:visible").all()} == {"postgresql"}
        page.get_by_role("button", name="Clear").click()
        expect(page.locator("tbody[data-rows] > tr:visible")).to_have_count(every)


def test_link_with_filter_shows_its_rows(visits: Visits) -> None:
    with visits.page("runs/?tuning=tuned&q=captures") as page:
        shown = page.locator("tbody[data-rows] > tr:visible")
        expect(shown).to_have_count(1)
        expect(shown).to_contain_text("ADD INDEX, from captures")
        expect(page.locator("[data-count]")).to_contain_text("1")


def test_runs_need_no_scripts(visits: Visits) -> None:
    with visits.page("runs/", PLAIN) as page:
        expect(page.locator("form[data-filter]")).to_be_hidden()
        page.get_by_role("link", name="ADD INDEX, from captures").click()
        assert page.url == visits.address + RUN
        expect(page.locator("#trial-001 svg[role=img]").first).to_be_visible()


@pytest.mark.parametrize("way", ["pointer", "keyboard"])
def test_drawing_tells_exact_values_with_their_log_line(visits: Visits, way: str) -> None:
    with visits.page(RUN) as page:
        figure = page.locator("#trial-001 [data-run-chart]").first
        figure.scroll_into_view_if_needed()
        if way == "pointer":
            figure.locator("svg.plot").first.hover()
        else:
            figure.focus()
            page.keyboard.press("ArrowRight")
        expect(figure.locator("[data-readout]")).to_have_text(re.compile(r"^\d+ s: \S+ TPS.*\(sysbench\.log:\d+\)$"))


def test_trial_of_the_table_is_one_click_away(visits: Visits) -> None:
    with visits.page(RUN) as page:
        page.locator("a[href='#trial-002']").first.click()
        expect(page.locator("#trial-002")).to_be_in_viewport()
        expect(page.locator("#trial-002")).to_contain_text("lock wait timeout")


def test_statement_can_be_copied(visits: Visits) -> None:
    context = visits.context(DESKTOP)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    with visits.page("tonight/mariadb-10.6/") as page:
        part = page.locator("#run ~ ol [data-copy]").first
        part.get_by_role("button").click()
        copied = page.evaluate("() => navigator.clipboard.readText()")
        assert copied.startswith("SET SESSION lock_wait_timeout = 5;") and copied.endswith("LOCK=NONE;")
        expect(part.get_by_role("button")).to_have_text("Copied")


@pytest.mark.parametrize(("folder", "words"), [*WORDS.items(), ("ko/", INFIX)])
def test_search_finds_pages_of_its_language(visits: Visits, folder: str, words: str) -> None:
    language = "" if folder == "en/" else folder
    with visits.page(f"{language}search/?q={words}") as page:
        results = page.locator("[data-search-results] a")
        expect(results.first).to_be_visible()
        found = [link.get_attribute("href") or "" for link in results.all()]
        start = page.evaluate("() => document.querySelector('form[data-search]').dataset.root") + language
        assert all(address.startswith(start) and "/runs/" not in address for address in found), found


def test_search_that_finds_nothing_says_so(visits: Visits) -> None:
    with visits.page("search/?q=ъъъъ") as page:
        expect(page.locator("[data-search-status]")).to_have_text("Nothing found.")
