"""A withdrawn run keeps its page and its logs, and counts nowhere else: in no view, estimate, verdict or query."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
import pytest
from ddlbench.build import DATABASE, Loaded
from ddlbench.database import connect, identifier, statements
from ddlbench.statistics import store_estimates
from ddlbench.verdicts import OF_RUNS
from ddlbench.views import create_views, freeze_views
from support import DATA, sample

Rows = Counter[tuple[Any, ...]]
Contents = dict[str, tuple[list[str], Rows]]

OWN = {"sort_buffer_use"}
"""Views of a run as a whole that hold no mean of it: what its version does."""


def contents(connection: duckdb.DuckDBPyConnection) -> Contents:
    """The rows of all views, of the tables of estimates, and of all queries of the pages."""
    views = connection.execute("SELECT view_name FROM duckdb_views() WHERE NOT internal ORDER BY ALL").fetchall()
    names = [*(name for (name,) in views), "estimate", "ratio"]
    queries = {name: f"FROM {identifier(name)}" for name in names}
    queries |= {f"site/{name}": sql for name, sql in statements("site").items()}
    return {name: rows(connection, query) for name, query in queries.items()}


def rows(connection: duckdb.DuckDBPyConnection, query: str) -> tuple[list[str], Rows]:
    cursor = connection.execute(query)
    return [column[0] for column in cursor.description or []], Counter(map(tuple, map(_hashable, cursor.fetchall())))


def _hashable(row: tuple[Any, ...]) -> Iterator[Any]:
    return (repr(each) if isinstance(each, (list, dict)) else each for each in row)


def mentions(row: tuple[Any, ...], run: str) -> bool:
    """Whether a row is about a run, one of its trials or one of its files."""
    found = [each for each in row if isinstance(each, str) and run in each]
    return any(re.search(rf"{re.escape(run)}(?![a-z0-9-])", each) for each in found)


RUNS = [path.parent.relative_to(DATA / "runs").as_posix() for path in sorted(DATA.glob("runs/*/*/*/run.toml"))]


@dataclass(frozen=True)
class Both:
    """Everything with a run withdrawn, and everything without it."""

    run: str
    withdrawn: Contents
    without: Contents


@pytest.fixture(scope="module", params=sample(RUNS, 4))
def both(built_project: Path, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Both:
    run: str = request.param
    database, copy = built_project / "build" / DATABASE, tmp_path_factory.mktemp("changed") / DATABASE
    withdraw = ["UPDATE run SET withdrawn = DATE '2026-01-01' WHERE run_id = $run"]
    remove = [f"DELETE FROM {table} WHERE {column} = $run" for table, column in OF_RUNS.items()]
    return Both(run, *(changed(Path(shutil.copy(database, copy)), run, each) for each in (withdraw, remove)))


def changed(copy: Path, run: str, changes: list[str]) -> Contents:
    """What everything is after changes to a copy of the database, which is removed then."""
    with connect(copy) as connection:
        create_views(connection)
        for statement in changes:
            connection.execute(statement, {"run": run})
        store_estimates(connection)
        freeze_views(connection)
        found = contents(connection)
    copy.unlink()
    return found


@pytest.fixture(scope="module")
def now(real: Loaded) -> Contents:
    """What everything is as long as nothing is withdrawn."""
    return contents(real.connection)


def test_it_counted_before(now: Contents, both: Both) -> None:
    assert sum(now[name][1] != both.withdrawn[name][1] for name in now) >= 5


def test_it_changes_no_row_of_others(both: Both) -> None:
    states = [
        {name: others(rows, both.run) for name, (_, rows) in each.items()} for each in (both.withdrawn, both.without)
    ]
    assert [name for name in states[0] if states[0][name] != states[1][name]] == []


def others(found: Rows, run: str) -> Rows:
    """Rows that are not about a run; logs without their file are still in the tables of logs."""
    return Counter({row: count for row, count in found.items() if not mentions(row, run)})


def test_what_is_left_of_it_are_single_trials(both: Both) -> None:
    left = {
        name
        for name, (columns, found) in both.withdrawn.items()
        if not ({"trial_id", "file"} & set(columns) and "/" not in name)
        and any(mentions(row, both.run) for row in found)
    }
    assert left <= OWN
