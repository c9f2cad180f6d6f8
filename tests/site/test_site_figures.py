"""Published figures stand on the pages as the data has them, each with its corrections and its source."""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urldefrag, urljoin

import pytest
from dom import Element
from sitebuild import ROOT, Build
from sitepages import Page, cell_text, generated, page_named, rows_of, texts_of
from support import LANGUAGES

SOURCES = ROOT / "data" / "sources"
SOURCE_IDS = sorted(folder.name for folder in SOURCES.iterdir())
TABLES = sorted(SOURCES.glob("*/tables/*.csv"))
NAMED_SOURCE = re.compile(r"(?:source_id = '|'sources/)(\d+)\b")
OWN_FIGURES = re.compile(r"\b(?:run_id|experiment_\w+|constant)\b")
QUERY = re.compile(r"data/queries/(\w+)/")


class Mark(NamedTuple):
    """A sign beside a figure: where it stands, the correction it leads to, and the value it gives."""

    row: int
    column: int
    correction: str
    corrected: str | None


def table_id(file: Path) -> str:
    """A table as test names name it."""
    return f"{file.parts[-3]}-{file.stem}"


def read_table(file: Path) -> list[list[str]]:
    """A table of figures, its header first."""
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.reader(lines))


def corrections(source: str) -> list[dict[str, Any]]:
    """The corrections of a source."""
    text = (SOURCES / source / "corrections.toml").read_text(encoding="utf-8")
    found: list[dict[str, Any]] = tomllib.loads(text)["correction"]
    return found


def published_table(pages: list[Page], file: Path, language: str) -> Element:
    """A table of figures on the page of its source."""
    heading = page_named(pages, f"sources/{file.parts[-3]}", language).by_id(f"table-{file.stem}")
    assert heading.parent is not None
    return heading.parent.one("tbody")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("file", TABLES, ids=table_id)
def test_published_table_is_the_file(pages: list[Page], file: Path, language: str) -> None:
    table = published_table(pages, file, language)
    rows = read_table(file)[1:]
    assert rows
    assert [[cell_text(cell) for cell in row] for row in rows_of(table)] == rows
    assert [row.id for row in table.all("tr")] == [f"{file.stem}-{line}" for line in range(2, len(rows) + 2)]
    assert [row.one("th").text() for row in table.all("tr")] == [str(line) for line in range(2, len(rows) + 2)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_98_settings_are_shown(pages: list[Page], language: str) -> None:
    assert len(rows_of(published_table(pages, SOURCES / "000" / "tables" / "add_index.csv", language))) == 98


def expected_marks(file: Path) -> set[Mark]:
    """The marks that the corrections of a source call for in a table."""
    columns, *rows = read_table(file)
    found = set()
    for each in corrections(file.parts[-3]):
        if each.get("table") != file.stem:
            continue
        values = {name: value if isinstance(value, list) else [value] for name, value in each["where"].items()}
        for number, row in enumerate(rows):
            cells = dict(zip(columns, row, strict=True))
            if cells[each["column"]] and all(cells[name] in map(str, wanted) for name, wanted in values.items()):
                found.add(Mark(number, columns.index(each["column"]), each["id"], each.get("corrected")))
    return found


def marks_of(table: Element) -> Iterator[Mark]:
    """The marks in a table."""
    for number, row in enumerate(rows_of(table)):
        for column, cell in enumerate(row):
            for link in cell.all("a"):
                correction = urldefrag(link.attributes["href"]).fragment.removeprefix("correction-")
                corrected = link.children[-1] if link.matches(name="correction") else None
                assert corrected is None or isinstance(corrected, str)
                yield Mark(number, column, correction, corrected)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("file", TABLES, ids=table_id)
def test_each_correction_is_marked_where_it_belongs(pages: list[Page], file: Path, language: str) -> None:
    expected = expected_marks(file)
    assert expected or table_id(file) != "000-add_index"
    assert sorted(marks_of(published_table(pages, file, language)), key=str) == sorted(expected, key=str)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("source", SOURCE_IDS)
def test_each_correction_gives_its_reason(pages: list[Page], source: str, language: str) -> None:
    page = page_named(pages, f"sources/{source}", language)
    assert corrections(source)
    for each in corrections(source):
        shown = page.by_id(f"correction-{each['id']}")
        assert each["reason"][language] in shown.text() and each["evidence"][language] in shown.text(), each["id"]
        values = [value for value in (each.get("published"), each.get("corrected")) if value is not None]
        assert set(values) <= {definition.text() for definition in shown.all("dd")}, each["id"]


def test_tables_in_reports_are_those_of_their_source(pages: list[Page]) -> None:
    compared = 0
    for page in pages:
        for figure in page.main.all("figure", "data-figure") if page.name.startswith("reports/") else []:
            lines = figure.one("tbody").all("th", "line")
            if lines:
                url, anchor = urldefrag(urljoin(page.url, lines[0].one("a").attributes["href"]))
                [source] = [each for each in pages if each.url == url]
                file = SOURCES / source.name.removeprefix("sources/") / "tables" / f"{anchor.rpartition('-')[0]}.csv"
                table = published_table(pages, file, page.language)
                shown = figure.one("tbody")
                assert [[cell.text() for cell in row] for row in rows_of(shown)] == [
                    [cell.text() for cell in row] for row in rows_of(table)
                ], page.file
                assert set(marks_of(shown)) == expected_marks(file), page.file
                compared += 1
    assert compared >= 2 * len(LANGUAGES)


@pytest.mark.parametrize("source", SOURCE_IDS)
def test_each_file_is_listed_with_its_hash(pages: list[Page], source: str) -> None:
    folder = SOURCES / source
    files = [*folder.glob("tables/*.csv"), *folder.glob("excerpts/*/*.log")]
    hashes = {f"data/{path.relative_to(ROOT / 'data')}": sha256(path.read_bytes()).hexdigest() for path in files}
    for language in LANGUAGES:
        table = page_named(pages, f"sources/{source}", language).main.one("table", "files").one("tbody")
        assert {row[0].text(): row[-1].text() for row in rows_of(table)} == hashes


def sources_shown(page: Page, charts: dict[str, Any], queries: dict[str, Any]) -> set[str]:
    """The sources whose figures a page shows: in tables, charts, and cells of queries."""
    found = {page.name.removeprefix("sources/")} & set(SOURCE_IDS)
    found |= {charts[(each.id or "").removeprefix("chart-")]["source"] for each in page.main.all("figure", "chart")} - {
        None
    }
    led = page.main.all("a") if page.name != "data/queries" else []  # That page has no figures.
    places = [page.url, *(link.attributes.get("href", "") for link in led)]
    names = {name for place in places for name in QUERY.findall(place)}
    for name in names & queries.keys():
        found |= set(NAMED_SOURCE.findall(queries[name]["sql"]))
    links = [link for heading in page.main.all("th", "line") for link in heading.all("a")]
    lines = {urldefrag(urljoin(page.url, link.attributes["href"])).url for link in links}
    return found | {line.rstrip("/").rpartition("/")[2] for line in lines}


def test_each_query_tells_its_source(site: Build) -> None:
    """Otherwise the next test would not see whose figures a page shows. Runs and constants are the site's own."""
    queries = generated(site, "queries")
    foreign = {name: query["sql"] for name, query in queries.items() if not OWN_FIGURES.search(query["sql"])}
    assert [name for name, sql in foreign.items() if not NAMED_SOURCE.search(sql)] == []


def test_figures_are_attributed_on_every_page_that_shows_them(site: Build, pages: list[Page]) -> None:
    sources, charts, queries = (generated(site, name) for name in ("sources", "charts", "queries"))
    seen = set()
    for page in pages:
        addresses = {each.attributes.get("href") for each in page.main.all("a")}
        for name in sources_shown(page, charts, queries):
            source = sources[name]
            words = [source[key] for key in ("author", "publisher") if source[key]]
            reserved = source["licence"].startswith("all rights reserved")
            words.append(texts_of(page.language)["all_rights_reserved"] if reserved else source["licence"])
            assert [word for word in words if word not in page.main.text()] == [], f"{page.file}: source {name}"
            assert source["address"] is None or source["address"] in addresses, f"{page.file}: source {name}"
            seen.add((page.name, name))
    assert {("reports/tidb-add-index-load", "000"), ("reports/innodb-sort-buffer-size", "003")} <= seen
    assert {("data/queries/tidb_add_index_plans", "000"), ("sources/000", "000"), ("sources/003", "003")} <= seen
