"""What must be said of every table, column, command, format and page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from ddlbench import commands
from ddlbench.build import Loaded
from ddlbench.database import connect, create_tables, table_columns
from ddlbench.errors import Exit
from ddlbench.parse.format import Format
from ddlbench.publish.tables import read_dictionary
from support import LANGUAGES, ROOT

CONTENT = ROOT / "content"
COMMANDS = sorted(path.stem for path in Path(commands.__path__[0]).glob("[a-z]*.py"))


def test_every_table_has_a_comment(real: Loaded) -> None:
    assert [table.name for table in read_dictionary(real.connection) if len(table.comment) < 10] == []


def test_every_column_has_a_comment(real: Loaded) -> None:
    without = [
        f"{table.name}.{column.name}"
        for table in read_dictionary(real.connection)
        for column in table.columns
        if not column.comment
    ]
    assert without == []


def test_a_column_means_the_same_everywhere(real: Loaded) -> None:
    """One name, one unit: where a comment names a unit, the name ends in it."""
    units = {"milliseconds": "_ms", "bytes": "_bytes"}
    wrong = [
        f"{table.name}.{column.name}: {column.comment}"
        for table in read_dictionary(real.connection)
        for column in table.columns
        for unit, suffix in units.items()
        if f" in {unit}" in column.comment and suffix not in f"{column.name}_" and column.type != "VARCHAR"
    ]
    assert wrong == []


def test_every_format_fills_tables_that_exist(formats: dict[str, Format]) -> None:
    with connect() as connection:
        create_tables(connection)
        tables = table_columns(connection)
    for form in formats.values():
        # What stands beside a benchmark, such as the listing of a monitor, is accounted for and has no rows.
        assert form.tables or all(pattern.noise for pattern in form.patterns.values()), form.name
        for table in form.tables:
            assert {"file", "line"} <= tables[table].keys(), f"{form.name}: {table}"


def test_every_log_table_is_filled_by_a_format(formats: dict[str, Format]) -> None:
    with connect() as connection:
        create_tables(connection)
        tables = table_columns(connection)
    of_data = {"figure", "fact", "trial"}
    logs = {table for table, columns in tables.items() if {"file", "line"} <= columns.keys()} - of_data
    assert logs == {table for form in formats.values() for table in form.tables}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_is_documented(language: str) -> None:
    page = (CONTENT / language / "contribute.md").read_text("utf-8")
    assert [name for name in COMMANDS if f"`ddlbench {name}" not in page] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_command_is_documented_that_is_not_there(language: str) -> None:
    page = (CONTENT / language / "contribute.md").read_text("utf-8")
    assert set(re.findall(r"`ddlbench ([a-z]+)", page)) <= set(COMMANDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_exit_code_is_documented(language: str) -> None:
    page = (CONTENT / language / "contribute.md").read_text("utf-8")
    assert [code for code in Exit if f"`{code.value}`" not in page] == []


def test_every_page_is_there_in_every_language() -> None:
    pages = {
        language: {path.relative_to(CONTENT / language).as_posix() for path in (CONTENT / language).rglob("*.md")}
        for language in LANGUAGES
    }
    assert pages["zh-cn"] == pages["en"]
    assert pages["ko"] == pages["en"]
    assert {path.name for path in CONTENT.iterdir()} == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_front_matter_says_what_a_page_is(language: str) -> None:
    for path in (CONTENT / language).rglob("*.md"):
        matter = path.read_text("utf-8").split("---")[1]
        assert re.search(r"^title: ?\S", matter, re.MULTILINE), path
        assert re.search(r"^description: ?\S", matter, re.MULTILINE), path
