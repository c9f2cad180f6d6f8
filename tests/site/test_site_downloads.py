"""The files to download are there, readable, and hold what the data page says."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import duckdb
import pytest
from ddlbench.publish.tables import MOST_TEXT_ROWS
from sitebuild import Build
from sitepages import Page, generated, page_named, plain
from support import LANGUAGES

FORMS = ("csv", "json", "parquet")


@pytest.fixture(scope="session")
def downloads(site: Build) -> Path:
    """The folder of the files to download."""
    return site.public / "downloads"


@pytest.fixture(scope="session")
def package(downloads: Path) -> dict[str, Any]:
    """The description of the files."""
    found: dict[str, Any] = json.loads((downloads / "datapackage.json").read_text(encoding="utf-8"))
    return found


def csv_rows(file: Path) -> list[list[str]]:
    """The rows of a CSV file, its header first."""
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.reader(lines))


def test_package_lists_every_table_once(downloads: Path, package: dict[str, Any]) -> None:
    listed = [resource["path"] for resource in package["resources"]]
    there = {file.stem: file.name for form in ("parquet", "csv") for file in (downloads / "tables").glob(f"*.{form}")}
    assert sorted(listed) == sorted(f"tables/{name}" for name in there.values()) and len(there) > 10


def test_package_describes_tables_and_columns(site: Build, downloads: Path, package: dict[str, Any]) -> None:
    views = {table["name"] for table in generated(site, "tables") if table["kind"] == "view"}
    for resource in package["resources"]:
        fields = {field["name"]: field["description"] for field in resource["schema"]["fields"]}
        file = downloads / resource["path"]
        parquet = duckdb.read_parquet(str(file.with_suffix(".parquet"))).columns
        assert list(fields) == (csv_rows(file)[0] if resource["format"] == "csv" else parquet), resource["path"]
        assert resource["description"], resource["path"]
        assert file.stem in views or all(fields.values()), resource["path"]


def test_package_has_the_terms_of_the_sources(site: Build, package: dict[str, Any]) -> None:
    text = json.dumps(package, ensure_ascii=False)
    for source in generated(site, "sources").values():
        for key in ("publisher", "licence", "address"):
            assert source[key] is None or source[key] in text, f"{key} of source {source['id']}"


def test_forms_of_a_table_have_the_same_rows(site: Build, downloads: Path) -> None:
    tables = {table["name"]: int(table["row_count"]) for table in generated(site, "tables")}
    assert sum(tables.values()) > 1000
    large = {name for name, count in tables.items() if count > MOST_TEXT_ROWS}
    assert large
    for name in large:
        assert len(duckdb.read_parquet(str(downloads / "tables" / f"{name}.parquet"))) == tables[name], name
        assert not list((downloads / "tables").glob(f"{name}.[!p]*")), name
    for name, count in tables.items():
        if name in large:
            continue
        files = {form: downloads / "tables" / f"{name}.{form}" for form in FORMS}
        rows = json.loads(files["json"].read_text(encoding="utf-8"))
        parquet = duckdb.read_parquet(str(files["parquet"]))
        assert len(csv_rows(files["csv"])) - 1 == len(rows) == len(parquet) == count, name
        header = csv_rows(files["csv"])[0]
        assert parquet.columns == header and all(list(row) == header for row in rows), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_data_page_counts_the_rows(site: Build, pages: list[Page], language: str) -> None:
    page = page_named(pages, "data", language)
    tables = {row.one("th").text(): plain(row.one("td", "integer").text()) for row in overview(page)}
    assert tables == {table["name"]: table["row_count"] for table in generated(site, "tables")}
    dictionary = page_named(pages, "data/dictionary", language)
    columns = {
        (each.id or ""): len(each.one("tbody").all("tr")) for each in dictionary.main.all("details", "dictionary")
    }
    assert columns == {f"table-{table['name']}": len(table["columns"]) for table in generated(site, "tables")}


def overview(page: Page) -> list[Any]:
    """The rows of the table of tables."""
    return page.main.one("table", "overview").one("tbody").all("tr")


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_count_what_there_is(site: Build, pages: list[Page], language: str) -> None:
    counts = set(generated(site, "site")["counts"].values())
    for name in (".", "data"):
        shown = [plain(each.text()) for each in page_named(pages, name, language).main.one(name="counts").all("dd")]
        assert len(shown) == 6 and set(shown) == counts
