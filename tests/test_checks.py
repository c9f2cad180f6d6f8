"""Every check over the data fires on its bad case, and only on what is bad."""

from __future__ import annotations

from collections.abc import Iterator

import duckdb
import pytest
from ddlbench.build import JUDGED, Loaded
from ddlbench.checks import SHOWN_PER_CHECK, run_check, run_checks
from ddlbench.database import connect, create_tables, statements
from ddlbench.sandbox import mentioned
from ddlbench.statistics import ESTIMATES
from ddlbench.views import create_views, freeze_views
from support import TESTS, Golden

CHECKS = statements("checks")
BAD = TESTS / "bad" / "checks"


@pytest.fixture(scope="module")
def database() -> Iterator[duckdb.DuckDBPyConnection]:
    """The tables and views of a project without data."""
    with connect() as connection:
        create_tables(connection)
        create_views(connection)
        yield connection


@pytest.fixture
def empty(database: duckdb.DuckDBPyConnection) -> Iterator[duckdb.DuckDBPyConnection]:
    """The same, still without data: what a test puts in is gone when it ends."""
    database.begin()
    yield database
    database.rollback()


def test_every_check_has_its_bad_case() -> None:
    assert {path.stem for path in BAD.glob("*.sql")} == set(CHECKS)


def test_no_check_and_no_page_of_a_run_rests_on_estimates() -> None:
    """They are made while estimates still are."""
    with connect() as connection:
        create_tables(connection)
        create_views(connection)
        late = {*ESTIMATES, *JUDGED, *freeze_views(connection, unfilled=ESTIMATES)}
    assert {"estimate", "setting_summary", "verdict"} <= late
    asked = {f"{kind}/{name}": sql for kind in ("checks", "runs") for name, sql in statements(kind).items()}
    assert [name for name, sql in asked.items() if not late.isdisjoint(mentioned(sql))] == []


def test_no_data_is_no_problem(database: duckdb.DuckDBPyConnection) -> None:
    assert run_checks(database) == []


@pytest.mark.parametrize("name", CHECKS)
def test_check_fires(name: str, empty: duckdb.DuckDBPyConnection, golden: Golden) -> None:
    empty.execute((BAD / f"{name}.sql").read_text("utf-8"))
    problems = run_check(empty, name, CHECKS[name])
    assert problems
    assert all(problem.hint and problem.path for problem in problems)
    golden(TESTS / "golden" / "checks" / f"{name}.err", "".join(f"{problem}\n" for problem in sorted(problems)))


@pytest.mark.parametrize("name", CHECKS)
def test_the_data_of_this_project_passes(name: str, real: Loaded) -> None:
    problems = run_check(real.connection, name, CHECKS[name])
    assert [str(problem) for problem in problems if problem.severity == "error"] == []


def test_offending_rows_beyond_the_cap_are_counted(empty: duckdb.DuckDBPyConnection) -> None:
    sql = f"-- Too many\n-- hint: fewer\nSELECT 'a.log' AS file, i::INTEGER AS line FROM range({SHOWN_PER_CHECK + 7}) AS r(i)"
    problems = run_check(empty, "many", sql)
    assert len(problems) == SHOWN_PER_CHECK + 1
    assert problems[-1].message == "7 more rows: Too many (check `many`)"


def test_a_check_without_message_is_refused(empty: duckdb.DuckDBPyConnection) -> None:
    with pytest.raises(ValueError, match="must begin with a message and a hint"):
        run_check(empty, "mute", "SELECT 1 WHERE false")
