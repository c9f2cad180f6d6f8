"""Numbers lead to the query that gives them; queries and charts show all their rows."""

from __future__ import annotations

import csv
import json
from typing import Any
from urllib.parse import urldefrag, urljoin
from xml.etree import ElementTree

import pytest
from ddlbench.publish.charts import SPECS
from ddlbench.publish.narrow import MARKS
from dom import Element
from sitebuild import Build
from sitepages import Page, cell_text, described, generated, page_named, rows_of
from support import LANGUAGES

SVG = "{http://www.w3.org/2000/svg}"

WITHOUT_ROWS = {
    "method_constants": "no measurement: its numbers are defined in the view `constant`, which the dictionary describes",
}
"""Queries whose numbers lead to no row of a log or of a source, each with the reason."""


def test_number_leads_to_the_query_that_gives_it(pages: list[Page]) -> None:
    by_url = {page.url: page for page in pages}
    cells: dict[str, list[str]] = {}
    checked = 0
    for page in pages:
        for link in page.main.all("a", "num"):
            if "/log/?" in link.attributes["href"]:
                continue  # A number of a run leads to its log lines.
            place = urljoin(page.url, link.attributes["href"])
            url, fragment = urldefrag(place)
            assert fragment.startswith(("row", "query-", "evidence")) and by_url[url].language == page.language, (
                page.file
            )
            if place not in cells:
                target = by_url[url].by_id(fragment)
                cells[place] = [cell.text() for tag in ("td", "dd") for cell in target.all(tag)]
            assert link.text() in cells[place], f"{page.file}: {link.text()}, {fragment}"
            checked += 1
    assert checked > 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_query_has_a_page(site: Build, pages: list[Page], language: str) -> None:
    queries = generated(site, "queries")
    terms = page_named(pages, "data/queries", language).main.all("dt")
    assert [[link.attributes["href"] for link in term.all("a")] for term in terms] == [
        [page_of(pages, name, language).path] for name in queries
    ]
    for name, query in queries.items():
        page = page_of(pages, name, language)
        rows, shown = texts(query["rows"], query["columns"]), shown_rows(page.by_id("rows"))
        assert shown == (rows if query["key"] else rows[:100]), name
        with (site.public / "downloads" / "queries" / f"{name}.csv").open(encoding="utf-8", newline="") as lines:
            assert list(csv.reader(lines)) == [query["columns"], *rows], name
        assert page.main.one("pre").text().split() == query["sql"].split(), name
        assert described(query["description"], language) in page.main.text(), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_query_leads_to_its_rows(site: Build, pages: list[Page], language: str) -> None:
    """A row of a query leads to log lines, to its run or to the runs of its experiment; a query to its sources."""
    ways: dict[str, set[str]] = {}
    for name in generated(site, "queries"):
        links = [link.attributes["href"] for link in page_of(pages, name, language).main.all("a")]
        ways[name] = {way for way in ("/log/?", "/runs/", "/sources/", "#table-constant") for to in links if way in to}
    assert {name for name, found in ways.items() if found <= {"#table-constant"}} == WITHOUT_ROWS.keys()
    assert all(ways[name] == {"#table-constant"} for name in WITHOUT_ROWS)
    assert [name for name, found in ways.items() if name.startswith("own_") and "/log/?" not in found] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_figures_over_several_runs_lead_to_their_trials(site: Build, pages: list[Page], language: str) -> None:
    for name in ("own_hurts_facts", "own_log_facts", "model_errors"):
        rows = generated(site, "queries")[name]["rows"]
        shown = [row for row in page_of(pages, name, language).main.all("tr") if row.all("td")]
        for row, element in zip(rows, shown, strict=True):
            trials = [each.removeprefix("runs/").split("/trials/") for each in row["trials"].split()]
            links = {link.attributes["href"] for link in element.all("a")}
            assert trials and all(any(f"{run}/trials/{trial}/" in each for each in links) for run, trial in trials), (
                name
            )


def page_of(pages: list[Page], query: str, language: str) -> Page:
    """The page of a query."""
    return page_named(pages, f"data/queries/{query}", language)


def texts(rows: list[dict[str, str | None]], columns: list[str]) -> list[list[str]]:
    """Rows as a page shows them."""
    return [[row[column] or "" for column in columns] for row in rows]


def chart_texts(chart: dict[str, Any]) -> list[list[str]]:
    """The rows of a chart as a page shows them."""
    return texts(chart["rows"], [column["name"] for column in chart["columns"]])


def shown_rows(element: Element) -> list[list[str]]:
    """The rows of the table in an element."""
    return [[cell_text(cell) for cell in row] for row in rows_of(element.one("tbody"))]


def test_every_chart_is_shown_in_every_language(site: Build, pages: list[Page]) -> None:
    names = sorted(generated(site, "charts"))
    assert names
    for language in LANGUAGES:
        assert sorted({name for page, name, _ in chart_figures(pages) if page.language == language}) == names


def chart_figures(pages: list[Page]) -> list[tuple[Page, str, Element]]:
    """Every chart with its page and name."""
    return [
        (page, (figure.id or "").removeprefix("chart-"), figure)
        for page in pages
        for figure in page.main.all("figure", "chart")
    ]


def test_chart_is_an_image_with_name_and_description(pages: list[Page]) -> None:
    for page, name, figure in chart_figures(pages):
        view = figure.one(name="chart-view")
        drawings = view.all("svg")
        assert len(drawings) == 2, f"{name} is drawn for wide screens and for phones"
        for drawing in drawings:
            assert drawing.attributes["role"] == "img", name
            labels = [page.by_id(each) for each in drawing.attributes["aria-labelledby"].split()]
            assert [label.tag for label in labels] == ["title", "desc"]
            assert all(label.parent is drawing for label in labels)
            assert labels[0].text() == figure.one("figcaption").text() == view.attributes["aria-label"], name
            assert len(labels[1].text()) > 60, name
            assert sum(len(text.text()) for text in drawing.all("text")) > 30, f"{name} draws no text"
            symbols = [each.attributes for each in drawing.walk() if each.attributes.get("role") == "graphics-symbol"]
            assert symbols and all(each.get("aria-label") for each in symbols), f"{name} has a mark without words"


def test_chart_shows_its_rows_as_a_table(site: Build, pages: list[Page]) -> None:
    charts = generated(site, "charts")
    for page, name, figure in chart_figures(pages):
        chart = charts[name]
        assert shown_rows(figure) == chart_texts(chart), f"{page.file}: {name}"
        assert f"n = {chart['n']}" in figure.one(name="n").text(), f"{page.file}: {name}"
        assert figure.all("a", f"badge-{chart['evidence_level']}"), f"{page.file}: {name}"


def test_chart_leads_to_its_query(site: Build, pages: list[Page]) -> None:
    charts = generated(site, "charts")
    for page, name, figure in chart_figures(pages):
        query = page_of(pages, charts[name]["query"], page.language)
        assert f"{query.path}#rows" in [link.attributes["href"] for link in figure.all("a")]


def test_chart_offers_the_interactive_one_only_to_scripts(pages: list[Page]) -> None:
    for page, name, figure in chart_figures(pages):
        button = figure.one("button")
        assert "hidden" in button.attributes, f"{page.file}: {name}"
        assert button.attributes["data-spec"].endswith(f"/charts/{page.language}/{name}.vl.json")
        assert figure.one(name="chart-status").attributes["role"] == "status"


@pytest.mark.parametrize("language", LANGUAGES)
def test_downloaded_chart_stands_alone(site: Build, language: str) -> None:
    files = sorted((site.public / "charts" / language).glob("*.svg"))
    assert [file.stem for file in files] == sorted(generated(site, "charts"))
    for file in files:
        drawing = ElementTree.parse(file).getroot()
        assert drawing.tag == f"{SVG}svg" and drawing.findtext(f"{SVG}title") and drawing.findtext(f"{SVG}desc")
        assert "var(--chart-ink, #" in file.read_text(encoding="utf-8"), f"{file.name} has no colour of its own"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_of_a_narrow_chart_crosses_the_names_of_its_rows(site: Build, language: str) -> None:
    """A name stands above the marks of its row, and a line across the panel beside the marks only."""
    crossed = [
        path.name.removesuffix(".vl.json") for path in SPECS.glob("*.vl.json") if '"y": null' in path.read_text()
    ]
    assert len(crossed) > 3
    for name in crossed:
        drawing = ElementTree.parse(site.public / "charts" / language / "narrow" / f"{name}.svg")
        lines = [line for line in drawing.iter(f"{SVG}line") if "stroke-dasharray" in line.attrib]
        series = {row["label"] for row in generated(site, "charts")[name]["rows"]}
        assert len(lines) > 2, name
        assert all(abs(float(line.attrib["y2"])) <= MARKS * len(series) + 1 for line in lines), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_files_of_a_chart_have_its_rows(site: Build, language: str) -> None:
    for name, chart in generated(site, "charts").items():
        spec = json.loads((site.public / "charts" / language / f"{name}.vl.json").read_text(encoding="utf-8"))
        assert [set(row) for row in spec["datasets"]["rows"]] == [set(row) for row in chart["rows"]], name
        with (site.public / "downloads" / "charts" / f"{name}.csv").open(encoding="utf-8", newline="") as lines:
            header, *rows = csv.reader(lines)
        assert header == [column["name"] for column in chart["columns"]], name
        assert rows == chart_texts(chart), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_series_and_range_of_every_chart_can_be_chosen(site: Build, language: str) -> None:
    for name in generated(site, "charts"):
        spec = json.loads((site.public / "charts" / language / f"{name}.vl.json").read_text(encoding="utf-8"))
        explore, rows = spec["usermeta"]["explore"], spec["datasets"]["rows"]
        assert all(explore["series"]["field"] in row for row in rows), name
        assert any(isinstance(row[explore["range"]["field"]], int | float) for row in rows), name
        assert explore["series"]["title"] and explore["range"]["title"], name
