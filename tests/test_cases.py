"""Golden cases, line accounting, and a second reading of which pattern takes which line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
from ddlbench.database import connect, literal
from ddlbench.parse.batch import detect, fill_batch
from ddlbench.parse.format import Format, Pattern
from ddlbench.parse.lines import SPLIT, opened_spans
from ddlbench.parse.read import Log, read_log
from second_reading import Explained, explained, reading
from support import CASES, Finished, Golden, Parsed, case_id, cases, json_rows, messages, of_file, run, untaken

EVERY_CASE = pytest.mark.parametrize("path", cases(), ids=case_id)


@pytest.fixture(scope="module")
def parsed() -> Finished:
    """What `ddlbench parse` says of all cases at once."""
    return run("parse", "*/*.log", cwd=CASES)


@pytest.fixture(scope="module")
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    """A database for all cases."""
    with connect() as opened:
        yield opened


@pytest.fixture(scope="module")
def rules(connection: duckdb.DuckDBPyConnection, formats: dict[str, Format]) -> dict[Path, Explained]:
    """Each line of each case with the rule that took it."""
    found: dict[Path, Explained] = {}
    for name, form in formats.items():
        found |= zip(cases(name), explained(connection, form, [log_of(path) for path in cases(name)]), strict=True)
    return found


def log_of(path: Path) -> Log:
    return read_log(path, case_id(path))


def test_every_format_has_a_case(formats: dict[str, Format]) -> None:
    assert {path.parent.name for path in cases()} == set(formats)


def test_no_golden_file_without_its_case() -> None:
    written = {path.with_suffix("") for pattern in ("*/*.jsonl", "*/*.err") for path in CASES.glob(pattern)}
    assert written <= {path.with_suffix("") for path in cases()}


@EVERY_CASE
def test_rows(path: Path, parsed: Finished, golden: Golden) -> None:
    mark = f'"file":"{case_id(path)}"'
    rows = [line.replace(mark, f'"file":"{path.name}"') for line in parsed.stdout.splitlines() if mark in line]
    golden(path.with_suffix(".jsonl"), "".join(f"{row}\n" for row in rows))


@EVERY_CASE
def test_problems(path: Path, parsed: Finished, golden: Golden) -> None:
    place = f"error: {case_id(path)}:"
    found = [each.replace(case_id(path), path.name) for each in messages(parsed.stderr) if each.startswith(place)]
    golden(path.with_suffix(".err"), "".join(f"{each}\n" for each in found))


def test_every_row_and_every_problem_belongs_to_a_case(parsed: Finished) -> None:
    names = {case_id(path) for path in cases()}
    assert {row["file"] for row in json_rows(parsed.stdout)} <= names
    assert all(message.split(":")[1].strip() in names for message in messages(parsed.stderr))


@EVERY_CASE
def test_every_line_is_taken_or_reported(path: Path, rules: dict[Path, Explained], parsed_cases: Parsed) -> None:
    log = log_of(path)
    assert [(line, text) for line, text, _ in rules[path]] == list(enumerate(log.text.split("\n"), start=1))
    assert all(rule != "" for _, text, rule in rules[path] if text.strip(" \t"))
    assert {line for line, _, rule in rules[path] if rule is None} == untaken(parsed_cases.problems, log.name)


@EVERY_CASE
def test_rows_come_from_lines_that_feed_their_table(
    path: Path, formats: dict[str, Format], rules: dict[Path, Explained], parsed_cases: Parsed
) -> None:
    by_line = {line: rule for line, _, rule in rules[path]}
    for table, rows in parsed_cases.rows.items():
        for row in of_file({table: rows}, table, case_id(path)):
            assert table in tables_of(formats[path.parent.name], by_line[row["line"]])


def tables_of(form: Format, rule: str | None) -> set[str]:
    """The tables that the lines of a rule go to.

    A query that finishes a fold may begin a row at its block's start, and one of executions at any row.
    """
    pattern = form.rules[rule or ""]
    assert isinstance(pattern, Pattern)
    own = form.folds[pattern.fold].table if pattern.fold else pattern.table
    blocks = {*pattern.starts, *([] if pattern.noise else ["execution"])}
    opened = {fold.table for name, fold in form.folds.items() if fold.block in blocks and form.query(name)}
    return opened | ({own} if own else set())


@EVERY_CASE
def test_first_open_pattern_takes_the_line(
    path: Path,
    connection: duckdb.DuckDBPyConnection,
    formats: dict[str, Format],
    rules: dict[Path, Explained],
) -> None:
    found = [rule for _, _, rule in rules[path]]
    assert found == reading(connection, formats[path.parent.name], log_of(path).text)


def test_formats_are_recognised(connection: duckdb.DuckDBPyConnection, formats: dict[str, Format]) -> None:
    found = detect(connection, formats, [log_of(path).text for path in cases()])
    assert found == [path.parent.name for path in cases()]


@pytest.mark.parametrize("path", [cases("sysbench")[0], cases("mysql_client")[0]], ids=case_id)
def test_explain_says_what_parse_does(path: Path, rules: dict[Path, Explained]) -> None:
    done = run("explain", case_id(path), cwd=CASES)
    expected = [rule for _, _, rule in rules[path]]
    shown = [line[8:42].strip() for line in done.stdout.splitlines()[1:]]
    assert shown == ["✗ none" if rule is None else rule for rule in expected]
    assert done.returncode == (3 if None in expected else 0)


def test_spans_that_lines_open_are_found(connection: duckdb.DuckDBPyConnection, formats: dict[str, Format]) -> None:
    """A look through whole texts finds each span that one of their lines opens."""
    found = 0
    for name, form in formats.items():
        for path in cases(name) if form.spans else ():
            log = log_of(path)
            fill_batch(connection, [log])
            [opened] = connection.execute(opened_spans(form, list(form.spans))).fetchall()
            tests = ", ".join(f"bool_or(regexp_matches(text, {literal(each.opens)}))" for each in form.spans.values())
            [by_line] = connection.execute(f"SELECT {tests} FROM ({SPLIT})").fetchall()
            assert all(whole or not line for whole, line in zip(opened, by_line, strict=True)), path
            found += sum(by_line)
    assert found > len(cases("psql"))
