"""A withdrawn run keeps its page and its logs, and counts nowhere else: in no view, estimate, verdict or query."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import duckdb
import pytest
from ddlbench.build import Loaded
from ddlbench.database import identifier, statements
from ddlbench.statistics import store_estimates
from ddlbench.verdicts import OF_RUNS

Rows = Counter[tuple[Any, ...]]
Contents = dict[str, tuple[list[str], Rows]]


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
    return any(isinstance(each, str) and run in each for each in row)


@pytest.fixture(scope="module")
def both(real: Loaded) -> Iterator[dict[str, tuple[Contents, Contents]]]:
    """For each run of the data: everything with the run withdrawn, and everything without it."""
    connection = real.connection
    found = {}
    for run in real.inventory.runs:
        states = []
        for change in (
            ["UPDATE run SET withdrawn = DATE '2026-01-01' WHERE run_id = $run"],
            [f"DELETE FROM {table} WHERE {column} = $run" for table, column in OF_RUNS.items()],
        ):
            connection.begin()
            for statement in change:
                connection.execute(statement, {"run": run})
            store_estimates(connection)
            states.append(contents(connection))
            connection.rollback()
        found[run] = (states[0], states[1])
    yield found


def test_there_are_runs_to_withdraw(real: Loaded, both: dict[str, tuple[Contents, Contents]]) -> None:
    now = contents(real.connection)
    assert len(both) >= 4
    for run, (_, without) in both.items():
        assert sum(now[name][1] != without[name][1] for name in now) >= 10, run


def test_it_changes_no_row_of_others(both: dict[str, tuple[Contents, Contents]]) -> None:
    wrong = []
    for run, (withdrawn, without) in both.items():
        for name, (_, found) in withdrawn.items():
            kept = Counter({row: count for row, count in found.items() if not mentions(row, run)})
            if kept != without[name][1]:
                wrong.append(f"{name} without {run}")
    assert wrong == []


def test_what_is_left_of_it_are_single_trials(both: dict[str, tuple[Contents, Contents]]) -> None:
    wrong = set()
    for run, (withdrawn, _) in both.items():
        for name, (columns, found) in withdrawn.items():
            single = {"trial_id", "file"} & set(columns) and not name.startswith("site/")
            if not single and any(mentions(row, run) for row in found):
                wrong.add(name)
    assert wrong == set()
