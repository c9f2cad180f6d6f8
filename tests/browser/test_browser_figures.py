"""What is chosen in a chart stands in the address; pictures are made here; numbers lead to their log lines."""

from __future__ import annotations

import datetime as dt
import re
import struct
from urllib.parse import parse_qsl, urlsplit
from xml.etree import ElementTree

import pytest
from browsing import DESKTOP, STICKS_OUT, WIDTHS, Mode, Visits, accessibility_problems
from ddlbench.parse.read import read_log
from playwright.sync_api import Locator, Page, expect
from sitebuild import ROOT
from support import LANGUAGES

REPORT = "reports/tidb-add-index-load/"
TRADEOFF = "tidb_add_index_tradeoff"
NEWEST = max(int(path.stem) for path in (ROOT / "data" / "versions" / "charts" / TRADEOFF).glob("*.json"))
RUN = "runs/mariadb/captures/20260301-add-index/"
MEASURED = (
    "add-index-online-load",
    "bottleneck",
    "fast-ddl",
    "flush-and-temporary-tables",
    "methods",
    "over-versions",
    "what-is-allowed",
)
"""Reports on our own runs whose findings give figures of settings."""

PACKED = "runs/mysql/vm-2c-24g/20261121-innodb-sort-buffer-size/trials/009/tempfiles.jsonl.zst"
PLAIN = Mode(scripts=False)
POINTS = ".chart-interactive .mark-symbol path"


def query(page: Page) -> list[tuple[str, str]]:
    """What the address says behind its question mark."""
    return parse_qsl(urlsplit(page.url).query)


def opened(page: Page) -> Locator:
    """The figure of the trade-off, made interactive."""
    figure = page.locator(f"#chart-{TRADEOFF}")
    figure.locator("[data-chart-explore]").click()
    expect(figure.locator(".chart-controls")).to_be_visible()
    return figure


def test_choice_stands_in_the_address_and_comes_back(visits: Visits) -> None:
    with visits.page(REPORT) as page:
        figure = opened(page)
        every = figure.locator(POINTS).count()
        colours = {each.get_attribute("fill") for each in figure.locator(POINTS).all()}
        figure.get_by_label("64", exact=True).uncheck()
        figure.get_by_label("1024", exact=True).uncheck()
        figure.get_by_label("to", exact=True).fill("120")
        expect(figure.locator("output")).to_have_text(re.compile(r"^(?!42)\d+ of 42 rows$"))
        said, shown = figure.locator("output").inner_text(), figure.locator(POINTS).count()
        assert 0 < shown < every
        assert {each.get_attribute("fill") for each in figure.locator(POINTS).all()} < colours, (
            "a series changed colour"
        )
        assert ("explore", TRADEOFF) in query(page) and (f"{TRADEOFF}.duration_s", "33..120") in query(page)
        assert [value for name, value in query(page) if name.endswith(".batch_size")] == ["32", "128", "256", "512"]
        address = page.url
        with visits.page(address.removeprefix(visits.address)) as again:
            same = again.locator(f"#chart-{TRADEOFF}")
            expect(same.locator("output")).to_have_text(said)
            expect(same.locator(POINTS)).to_have_count(shown)
            expect(same.get_by_label("64", exact=True)).not_to_be_checked()
            assert again.url == address
            again.get_by_role("link", name="한국어").click()
            expect(again.locator("html")).to_have_attribute("lang", "ko")
            expect(again.locator(f"#chart-{TRADEOFF} {POINTS}")).to_have_count(shown)


def test_choice_is_undone_by_one_button(visits: Visits) -> None:
    with visits.page(f"{REPORT}?explore={TRADEOFF}&{TRADEOFF}.batch_size=32") as page:
        figure = page.locator(f"#chart-{TRADEOFF}")
        expect(figure.locator("output")).to_have_text("7 of 42 rows")
        figure.get_by_role("button", name="Show everything").click()
        expect(figure.locator("output")).to_have_text("42 of 42 rows")
        assert query(page) == [("explore", TRADEOFF)]


def test_strange_choice_in_the_address_does_no_harm(visits: Visits) -> None:
    strange = f"explore={TRADEOFF}&explore=%3Cscript%3E&{TRADEOFF}.batch_size=%3Cb%3E&{TRADEOFF}.duration_s=x..y"
    with visits.page(f"{REPORT}?{strange}") as page:
        figure = page.locator(f"#chart-{TRADEOFF}")
        expect(figure.locator("output")).to_have_text("0 of 42 rows")
        figure.get_by_label("32", exact=True).check()
        expect(figure.locator("output")).to_have_text("7 of 42 rows")


@pytest.mark.parametrize("width", WIDTHS)
def test_controls_fit_and_can_be_used_by_all(visits: Visits, width: int) -> None:
    with visits.page(REPORT, Mode(width=width, scheme="dark")) as page:
        for figure in page.locator("figure.chart").all():
            figure.locator("[data-chart-explore]").click()
            expect(figure.locator(".chart-controls")).to_be_visible()
        assert page.evaluate(STICKS_OUT) == []
        assert accessibility_problems(page) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_chart_can_be_cited_and_embedded_without_scripts(visits: Visits, language: str) -> None:
    folder = "" if language == "en" else f"{language}/"
    with visits.page(folder + REPORT, PLAIN) as page:
        figure = page.locator(f"#chart-{TRADEOFF}")
        title = figure.locator("figcaption").inner_text().replace("\u00a0", " ")
        figure.locator("details.chart-cite > summary").click()
        sentence, bibtex = figure.locator("blockquote").inner_text(), figure.locator(".cite pre").inner_text()
        address = f"https://example.org/project/{folder}{REPORT}#chart-{TRADEOFF}"
        assert title in sentence and address in sentence and "n = 1" in sentence and "TiDB 3.0.1" in sentence
        assert title.replace("%", r"\%") in bibtex and address in bibtex and bibtex.startswith("@misc{")
        snippet = figure.locator(".chart-cite > pre").inner_text()
        embedded = ElementTree.fromstring(re.sub(r'loading="lazy">', "/>", snippet))
        [image] = embedded.findall("img")
        kept = f"versions/charts/{TRADEOFF}/{NEWEST}"
        assert embedded.attrib["href"] == f"https://example.org/project/{folder}{kept}/"
        assert image.attrib["src"] == f"https://example.org/project/downloads/{kept}.{language}.svg"
        assert image.attrib["alt"] == title


def test_each_form_of_a_chart_can_be_downloaded(visits: Visits) -> None:
    starts = {"SVG": b"<svg", "PNG": b"\x89PNG", "CSV": b"worker_count,", "JSON": b'{"$schema"'}
    with visits.page(REPORT) as page:
        for form, start in starts.items():
            with page.expect_download() as download:
                page.locator(f"#chart-{TRADEOFF}").get_by_role("link", name=form, exact=True).click()
            assert download.value.path().read_bytes().startswith(start), form


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_drawing_of_a_run_becomes_a_picture(visits: Visits, scheme: str) -> None:
    with visits.page(RUN, Mode(scheme="dark" if scheme == "dark" else "light")) as page:
        figure = page.locator("#trial-001 [data-run-chart]").first
        with page.expect_download() as download:
            figure.get_by_role("button", name="SVG").click()
        assert download.value.suggested_filename == "20260301-add-index-001.svg"
        drawing = ElementTree.fromstring(download.value.path().read_text("utf-8"))
        text = " ".join(drawing.itertext())
        assert "ADD INDEX, from captures" in text and "n = 1" in text and RUN in text
        assert len(list(drawing.iter("{http://www.w3.org/2000/svg}path"))) == 2
        with page.expect_download() as download:
            figure.get_by_role("button", name="PNG").click()
        png = download.value.path().read_bytes()
        width, height = struct.unpack(">II", png[16:24])
        assert png.startswith(b"\x89PNG") and width == 1920 and height == 2 * float(drawing.attrib["height"])
        assert len(png) > 20_000, "an empty picture is smaller"


def test_place_in_a_drawing_stands_in_the_address(visits: Visits) -> None:
    with visits.page(RUN) as page:
        figure = page.locator("#trial-001 [data-run-chart]").first
        figure.locator("svg.plot").first.click()
        expect(figure).to_have_attribute("data-kept", "")
        told = figure.locator("[data-readout]").inner_text()
        assert re.search(r"\?at=001%3A\d+#trial-001$", page.url)
        figure.locator("svg.plot").first.hover(position={"x": 5, "y": 5})
        expect(figure.locator("[data-readout]")).to_have_text(told)
        with visits.page(page.url.removeprefix(visits.address)) as again:
            expect(again.locator("#trial-001 [data-readout]").first).to_have_text(told)
        figure.focus()
        page.keyboard.press("Escape")
        assert "at=" not in page.url


def test_value_of_a_drawing_leads_to_its_log_line(visits: Visits) -> None:
    with visits.page(RUN) as page:
        figure = page.locator("#trial-001 [data-run-chart]").first
        figure.locator("svg.plot").first.click(position={"x": 80, "y": 30})
        said = re.compile(r"^(\d+) s: (\S+) TPS.*:(\d+)\)$")
        expect(figure.locator("[data-readout]")).to_have_text(said)
        told = said.search(figure.locator("[data-readout]").inner_text())
        assert told
        second, tps, number = told.groups()
        figure.locator("[data-readout] a").click()
        here = page.locator(".log-lines .here")
        expect(here).to_have_count(1)
        expect(here).to_have_js_property("value", int(number))
        assert f"[ {second}s ]" in here.inner_text() and f"tps: {tps}" in here.inner_text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_number_of_a_run_leads_to_its_log_lines(visits: Visits, language: str) -> None:
    folder = "" if language == "en" else f"{language}/"
    with visits.page(folder + RUN) as page:
        page.locator("#trial-001 .phases a.num").first.click()
        assert page.url.startswith(f"{visits.address}{folder}log/?file=runs")
        expect(page.locator(".log-lines .here").first).to_contain_text("tps:")
        expect(page.locator(".hash")).to_have_text(re.compile(r"^[0-9a-f]{64}$"))
        expect(page.locator("[data-log-check]")).to_have_text(
            page.locator("form").get_attribute("data-verified") or "?"
        )
        said = page.locator("[data-log-status]").inner_text()
        assert len(re.findall(r"\d+", said)) == 3 and "%" not in said
        assert accessibility_problems(page) == [] and page.evaluate(STICKS_OUT) == []
        page.locator("[data-log-run]").click()
        assert page.url == f"{visits.address}{folder}{RUN}#trial-001"


def row_of_query(page: Page) -> Locator:
    """What the address points to on the page of a query, once that is loaded."""
    page.wait_for_url("**/data/queries/*/#row*")
    return page.locator(":target")


@pytest.mark.parametrize("report", MEASURED)
def test_number_of_a_report_leads_to_its_log_lines_in_two_clicks(visits: Visits, report: str) -> None:
    with visits.page(f"reports/{report}/") as page:
        number = page.locator(".findings > li:first-child a.num", has_text=re.compile(r"^\d+(\.\d\d?)?$")).first
        shown = number.inner_text()
        number.click()
        row = row_of_query(page)
        expect(row).to_be_in_viewport()
        expect(row.get_by_role("cell", name=shown, exact=True).first).to_be_visible()
        row.locator("a[href*='log/?file=']").first.click()
        expect(page.locator(".log-lines .here").first).to_be_visible()
        expect(page.locator("[data-log-check]")).to_have_text(
            page.locator("form").get_attribute("data-verified") or "?"
        )


@pytest.mark.parametrize(
    ("path", "fact"),
    [
        ("reports/what-really-hurts/", "own_hurts_facts/#row-error_most"),
        ("method/", "own_log_facts/#row-error_most_pct"),
    ],
)
def test_figure_over_several_runs_leads_to_its_log_lines_in_two_clicks(visits: Visits, path: str, fact: str) -> None:
    with visits.page(path) as page:
        page.locator(f"a.num[href$='/{fact}']").first.click()
        row = row_of_query(page)
        expect(row).to_be_in_viewport()
        row.locator("a[href*='log/?file=']").first.click()
        expect(page.locator(".log-lines .here").first).to_be_visible()


def test_packed_log_is_printed(visits: Visits) -> None:
    lines = read_log(ROOT / "data" / PACKED, PACKED).text.split("\n")
    with visits.page(f"log/?file={PACKED}&line=3") as page:
        expect(page.locator(".log-lines .here")).to_have_text(lines[2])
        expect(page.locator("[data-log-check]")).to_have_text(
            page.locator("form").get_attribute("data-verified") or "?"
        )


@pytest.mark.parametrize("file", ["runs/a/b/c/d.log", "../x", "<img src=x>", "runs/mariadb/captures/../x/y"])
def test_log_that_is_not_there_is_named_so(visits: Visits, file: str) -> None:
    page = visits.context(DESKTOP).new_page()
    page.goto(visits.address + "log/")
    page.get_by_label("File").fill(file)
    page.get_by_role("button", name="Show").click()
    expect(page.locator("[data-log-status]")).to_contain_text("no archive with such a log")
    expect(page.locator("[data-log-view]")).to_be_hidden()
    page.close()


def test_line_beyond_the_end_is_named_so(visits: Visits) -> None:
    with visits.page(f"log/?file={RUN}trials/001/ddl.log&line=9999") as page:
        expect(page.locator("[data-log-status]")).to_have_text(re.compile(r"The log has only \d+ lines\."))


def test_without_scripts_the_page_of_lines_leads_to_the_runs(visits: Visits) -> None:
    with visits.page("log/", PLAIN) as page:
        page.locator("main noscript").get_by_role("link").or_(page.locator("main .empty a")).first.click()
        assert page.url == visits.address + "runs/"


def test_guidance_says_that_its_review_is_overdue(visits: Visits) -> None:
    page = visits.context(DESKTOP).new_page()
    page.clock.set_fixed_time(dt.datetime(2031, 1, 1, tzinfo=dt.UTC))
    page.goto(visits.address + "guidance/mysql-instant-first/")
    expect(page.locator("[data-review-by]")).to_be_visible()
    page.clock.set_fixed_time(dt.datetime(2026, 12, 1, tzinfo=dt.UTC))
    page.reload()
    expect(page.locator("[data-review-by]")).to_be_hidden()
    page.close()
