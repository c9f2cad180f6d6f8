"""What people do on the pages works: following numbers, changing the language, exploring charts, using the keyboard."""

from __future__ import annotations

import itertools
import re

import pytest
from browsing import DESKTOP, WIDTHS, Mode, Visits
from playwright.sync_api import Locator, Page, expect
from support import LANGUAGES

REPORTS = ("reports/tidb-add-index-load/", "reports/innodb-sort-buffer-size/")
LABELS = {"en": "English", "zh-cn": "简体中文", "ko": "한국어"}
PHONE = Mode(width=WIDTHS[0])
PLAIN = Mode(scripts=False)
MOST_STOPS = 300

# Where the focus is and whether one sees it there.
FOCUS = """() => {
    const each = document.activeElement, style = getComputedStyle(each), box = each.getBoundingClientRect();
    return {
        tag: each.tagName.toLowerCase(), name: each.className, href: each.getAttribute("href"),
        inside: each.closest("details, figure, nav, header, footer")?.className ?? "",
        marked: (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1) || style.boxShadow !== "none",
        seen: box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight,
    };
}"""
MARKS = "[class*='mark-symbol'] > path, [class*='mark-rect'] > path, [class*='mark-bar'] > path"


def prefix(language: str) -> str:
    """The folder of a language."""
    return "" if language == "en" else f"{language}/"


@pytest.mark.parametrize("language", ["zh-cn", "ko"])
def test_language_switch_keeps_the_place(visits: Visits, language: str) -> None:
    with visits.page(f"{REPORTS[0]}#large-batches") as page:
        page.get_by_role("link", name=LABELS[language]).click()
        assert page.url == f"{visits.address}{prefix(language)}{REPORTS[0]}#large-batches"
        expect(page.locator("#large-batches")).to_be_in_viewport()
        page.get_by_role("link", name="English").click()
        assert page.url == f"{visits.address}{REPORTS[0]}#large-batches"


def test_language_switch_works_without_scripts(visits: Visits) -> None:
    with visits.page(REPORTS[1], PLAIN) as page:
        page.get_by_role("link", name=LABELS["ko"]).click()
        assert page.url == f"{visits.address}ko/{REPORTS[1]}"
        expect(page.locator("html")).to_have_attribute("lang", "ko")


@pytest.mark.parametrize("path", REPORTS)
def test_charts_need_no_scripts(visits: Visits, path: str) -> None:
    with visits.page(path, PLAIN) as page:
        assert page.locator("figure.chart").count() == 3
        for figure in page.locator("figure.chart").all():
            expect(figure.locator("svg[role=img]:visible")).to_have_count(1)
            expect(figure.locator("button")).to_have_count(1)
            expect(figure.locator("button")).to_be_hidden()


def hover_until_told(page: Page, marks: Locator) -> str:
    """Point at one mark after the other until a tooltip shows; returns its text."""
    tooltip = page.locator("#vg-tooltip-element.visible")
    for mark in marks.all()[:20]:
        box = mark.bounding_box()
        if box is not None and box["width"] > 0:
            page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            page.mouse.move(box["x"] + box["width"] / 2 + 0.5, box["y"] + box["height"] / 2 + 0.5)
            if tooltip.is_visible():
                return tooltip.inner_text()
    return ""


def explore(page: Page, figure: Locator) -> str:
    """Make a chart interactive and point at it; returns the text of its tooltip."""
    button = figure.locator("[data-chart-explore]")
    texts = sorted(figure.locator("svg:visible text").all_text_contents())
    figure.scroll_into_view_if_needed()
    button.click()
    drawing = figure.locator(".chart-interactive svg")
    expect(drawing).to_be_visible()
    expect(button).to_have_count(0)
    expect(figure.locator("[role=status]")).to_be_empty()
    expect(figure.locator("svg")).to_have_count(1)
    assert sorted(drawing.locator("text").all_text_contents()) == texts, "axes, legend or labels differ"
    drawing.scroll_into_view_if_needed()
    return hover_until_told(page, drawing.locator(MARKS))


@pytest.mark.parametrize(("path", "language"), [*itertools.product(REPORTS, LANGUAGES)])
def test_every_chart_becomes_interactive(visits: Visits, path: str, language: str) -> None:
    with visits.page(prefix(language) + path) as page:
        figures = page.locator("figure.chart")
        assert figures.count() == 3
        for figure in figures.all():
            told = explore(page, figure)
            name = figure.get_attribute("id")
            assert re.search(r"\d", told), f"{name}: no tooltip"
            assert not re.search(r"undefined|NaN|null|i18n:", told), f"{name}: {told}"


@pytest.mark.parametrize("width", WIDTHS)
def test_interactive_chart_fits_its_page(visits: Visits, width: int) -> None:
    with visits.page(REPORTS[1], Mode(width=width, scheme="dark")) as page:
        for figure in page.locator("figure.chart").all():
            explore(page, figure)
        assert page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


def test_chart_that_cannot_load_says_so_and_stays(visits: Visits) -> None:
    page = visits.context(DESKTOP).new_page()
    page.route("**/*.vl.json", lambda route: route.abort())
    page.goto(visits.address + REPORTS[0])
    figure = page.locator("figure.chart").first
    button = figure.get_by_role("button")
    button.click()
    expect(figure.locator("[role=status]")).to_have_text(button.get_attribute("data-failed") or "?")
    expect(figure.locator(".chart-view svg:visible")).to_be_visible()
    page.unroute_all()
    explore(page, figure)
    page.close()


@pytest.mark.parametrize("mode", [DESKTOP, PLAIN], ids=str)
@pytest.mark.parametrize("path", REPORTS)
def test_number_leads_to_its_query(visits: Visits, path: str, mode: Mode) -> None:
    with visits.page(path, mode) as page:
        number = page.locator("a.num").nth(2)
        shown = number.inner_text()
        number.click()
        assert re.fullmatch(re.escape(visits.address) + r"data/queries/\w+/#row[\w-]+", page.url)
        target = page.locator(f"#{page.url.partition('#')[2]}")
        expect(target).to_be_in_viewport()
        expect(target.get_by_role("cell", name=shown, exact=True).first).to_be_visible()


@pytest.mark.parametrize("kind", ["correction", "doubt"])
def test_mark_leads_to_its_reason(visits: Visits, kind: str) -> None:
    with visits.page(REPORTS[0], PHONE) as page:
        page.locator(f"td a.{kind}").first.click()
        assert re.fullmatch(re.escape(visits.address) + r"sources/000/#correction-[\w-]+", page.url)
        reason = page.locator(f"#{page.url.partition('#')[2]}")
        expect(reason).to_be_in_viewport()
        assert len(reason.inner_text()) > 100


def test_link_into_folded_part_opens_it(visits: Visits) -> None:
    with visits.page("data/") as page:
        page.locator(".overview a[href$='#table-trial']").click()
        columns = page.locator("#table-trial")
        expect(columns.get_by_role("table")).to_be_visible()
        expect(columns).to_be_in_viewport()


def test_folded_data_opens_without_scripts(visits: Visits) -> None:
    with visits.page(REPORTS[0], PLAIN) as page:
        figure = page.locator("figure.chart").first
        figure.locator("summary").first.click()
        expect(figure.get_by_role("table")).to_be_visible()


def test_download_gives_the_file(visits: Visits) -> None:
    with visits.page(REPORTS[0]) as page:
        figure = page.locator("figure.chart").first
        with page.expect_download() as download:
            figure.get_by_role("link", name="CSV").click()
        lines = download.value.path().read_text(encoding="utf-8").splitlines()
        assert len(lines) - 1 == figure.locator("tbody tr").count() > 10


def test_first_stop_skips_to_the_content(visits: Visits) -> None:
    with visits.page(REPORTS[0]) as page:
        page.keyboard.press("Tab")
        focus = page.evaluate(FOCUS)
        assert focus["href"] == "#main" and focus["seen"] and focus["marked"]
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        assert page.evaluate("() => document.activeElement.closest('main') !== null")


def test_keyboard_reaches_everything_and_shows_where_it_is(visits: Visits) -> None:
    with visits.page(REPORTS[1]) as page:
        stops = []
        for _ in range(MOST_STOPS):
            page.keyboard.press("Tab")
            stops.append(page.evaluate(FOCUS))
            if stops[-1]["inside"] == "site-footer":
                break
        assert [stop for stop in stops if not (stop["seen"] and stop["marked"])] == []
        names = {stop["name"].split(" ")[0] if stop["name"] else stop["tag"] for stop in stops}
        assert {"skip-link", "brand", "num", "chart-view", "button", "summary", "scroll", "badge"} <= names
        assert stops[-1]["inside"] == "site-footer", f"not at the end after {MOST_STOPS} stops"


def test_keyboard_explores_a_chart(visits: Visits) -> None:
    with visits.page(REPORTS[1]) as page:
        figure = page.locator("figure.chart").first
        figure.get_by_role("button").focus()
        page.keyboard.press("Enter")
        expect(figure.locator(".chart-interactive svg")).to_be_visible()
        assert "chart-view" in page.evaluate(FOCUS)["name"], "the focus is lost with the button"


def test_keyboard_scrolls_a_wide_table(visits: Visits) -> None:
    with visits.page("sources/000/", PHONE) as page:
        region = page.get_by_role("region").first
        region.focus()
        for _ in range(5):
            page.keyboard.press("ArrowRight")
        expect(region).to_be_focused()
        page.wait_for_function("each => each.scrollLeft > 0", arg=region.element_handle())
