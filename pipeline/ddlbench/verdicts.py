"""Verdicts: every claim and guidance is decided by its queries, on every build.

A query is one SELECT over the tables and views, in a copy of the database that reaches neither files nor network. It
gives one row: the column `verdict` and the deciding numbers. What differs from the verdict of the file is explained by
new data if the verdict of the file returns when the newest runs are left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args

import duckdb

from ddlbench.database import (
    LIMITS,
    Cells,
    add_rows,
    connect,
    identifier,
    literal,
    printed,
    select,
    statements,
    time_limit,
    transaction,
)
from ddlbench.discover import Inventory
from ddlbench.errors import DdlbenchError
from ddlbench.models import Claim, Guidance, Verdict
from ddlbench.statistics import store_estimates
from ddlbench.views import create_macros, create_views, freeze_views, thaw_views

WORDS = get_args(Verdict)
WORST_FIRST = ("contradicted", "overstated", "supported", "not testable here")
TIME_LIMIT_S = 20.0
WORD = re.compile(r"\w+")
OF_RUNS = {"trial": "owner_id", "file": "owner_id", "run": "run_id"}
"""Tables that hold rows of runs, with the column that names the run; all others are read by way of these."""


@dataclass(frozen=True)
class Part:
    """What one query gives; `fault` says why there is no verdict."""

    number: int
    verdict: str | None
    numbers: Cells = field(default_factory=dict)
    fault: str = ""


@dataclass(frozen=True)
class Decision:
    """A claim or guidance with the verdict of its file and that of the data."""

    kind: str
    name: str
    expected: str | None
    actual: str | None
    parts: tuple[Part, ...]
    since_run: str | None = None

    @property
    def path(self) -> str:
        """Its file, below `data/`."""
        return f"{'claims' if self.kind == 'claim' else 'guidance'}/{self.name}.toml"

    @property
    def differs(self) -> bool:
        """Whether the data says something else than the file, or a query fails."""
        return self.expected != self.actual or any(part.fault for part in self.parts)

    @property
    def numbers(self) -> Cells:
        """The numbers of all queries."""
        return {name: value for part in self.parts for name, value in part.numbers.items()}


def decide(connection: duckdb.DuckDBPyConnection, inventory: Inventory) -> list[Decision]:
    """Decide every claim and guidance, and store the verdicts."""
    asked = list(_assertions(inventory))
    every = "\n".join(query for *_, queries in asked for query in queries.values())
    with sandbox(connection, every) as box:
        decisions = [_decision(box, *each) for each in asked]
    if any(each.expected != each.actual for each in decisions):
        with sandbox(connection) as box:
            both = zip(decisions, asked, strict=True)
            decisions = [_explained(box, inventory, decision, each) for decision, each in both]
    store(connection, decisions)
    return decisions


Assertion = tuple[str, str, str | None, dict[int, str]]


def _assertions(inventory: Inventory) -> Iterator[Assertion]:
    for name, claim in inventory.claims.items():
        yield "claim", name, claim.verdict, queries_of(claim)
    for name, guidance in inventory.guidance.items():
        yield "guidance", name, guidance.verdict, queries_of(guidance)


def queries_of(assertion: Claim | Guidance) -> dict[int, str]:
    """The queries of a claim or guidance by their numbers."""
    if isinstance(assertion, Claim):
        return {1: assertion.query}
    return {number: each.query for number, each in enumerate(assertion.evidence, start=1) if each.query}


@contextmanager
def sandbox(connection: duckdb.DuckDBPyConnection, queries: str | None = None) -> Iterator[duckdb.DuckDBPyConnection]:
    """A copy of the database, locked: what is asked there reaches neither files nor network.

    It holds what `queries` mention, of views the rows that they have; or, without, all tables and the views themselves.
    """
    words = None if queries is None else mentioned(queries)
    with TemporaryDirectory(prefix="ddlbench-") as folder:
        path = Path(folder) / "sandbox.duckdb"
        # It is gone when this is done: that it survives a crash need not be paid for.
        connection.execute(f"ATTACH {literal(str(path))} AS sandbox (RECOVERY_MODE no_wal_writes)")
        for name in copied(connection, words):
            connection.execute(f"CREATE TABLE sandbox.{identifier(name)} AS FROM {identifier(name)}")
        connection.execute("DETACH sandbox")
        with connect(path) as box:
            box.execute("SET fsync_mode = 'NONE'")
            if words is None:
                create_views(box, commented=False)
                freeze_views(box)
            else:
                create_macros(box, words)
            for setting in LIMITS:
                box.execute(setting)
            yield box


def copied(connection: duckdb.DuckDBPyConnection, words: list[str] | None) -> list[str]:
    """All tables; or the tables and views that are among the words."""
    tables = (
        "SELECT table_name FROM duckdb_tables() "
        "WHERE database_name = current_database() AND schema_name = 'main' AND NOT temporary"
    )
    views = "SELECT view_name FROM duckdb_views() WHERE NOT internal"
    query = tables if words is None else f"{tables} UNION {views}"
    return [
        name for (name,) in connection.execute(f"{query} ORDER BY ALL").fetchall() if words is None or name in words
    ]


def mentioned(queries: str) -> list[str]:
    """The words of queries, and of the macros that they use: every table and view that they read is among them."""
    macros = statements("macros")
    words = set(WORD.findall(queries.lower()))
    used = [WORD.findall(sql.lower()) for name, sql in macros.items() if name in words]
    return sorted(words.union(*used))


def _decision(
    box: duckdb.DuckDBPyConnection, kind: str, name: str, expected: str | None, queries: dict[int, str]
) -> Decision:
    parts = tuple(ask(box, number, query) for number, query in queries.items())
    return Decision(kind, name, expected, overall(parts), parts)


def overall(parts: tuple[Part, ...]) -> str | None:
    """The worst verdict of several; documents alone cannot be tested here; None where a query fails."""
    found = {part.verdict for part in parts}
    return None if None in found else next((word for word in WORST_FIRST if word in found), "not testable here")


def ask(box: duckdb.DuckDBPyConnection, number: int, query: str) -> Part:
    """What one query gives."""
    try:
        with time_limit(box, TIME_LIMIT_S):
            cursor = box.execute(select(box, query, "query"))
            names = [column[0] for column in cursor.description or []]
            rows = cursor.fetchmany(2)
    except DdlbenchError as error:
        return Part(number, None, fault=error.problems[0].message)
    except duckdb.InterruptException:
        return Part(number, None, fault=f"takes more than {TIME_LIMIT_S:.0f} s")
    except duckdb.Error as error:
        return Part(number, None, fault=str(error).strip().splitlines()[0])
    return _part(number, names, rows)


def _part(number: int, names: list[str], rows: list[tuple[object, ...]]) -> Part:
    if "verdict" not in names or len(rows) != 1:
        return Part(number, None, fault="must give one row, with a column `verdict`")
    try:
        cells = dict(zip(names, map(printed, rows[0]), strict=True))
    except TypeError as error:
        return Part(number, None, fault=str(error))
    verdict = cells.pop("verdict")
    if verdict not in WORDS:
        return Part(number, None, cells, f"gives the verdict `{verdict}`; known are {', '.join(WORDS)}")
    return Part(number, verdict, cells)


def _explained(box: duckdb.DuckDBPyConnection, inventory: Inventory, decision: Decision, asked: Assertion) -> Decision:
    """The decision, with the run since which it differs from the file.

    The newest runs are left out, 1, 2, 4 and so on, until the verdict of the file returns; then halving finds a run
    with which the verdict is another than without it.
    """
    if decision.expected == decision.actual:
        return decision
    newest_first = sorted(inventory.runs.values(), key=lambda run: (str(run.date), run.run_id), reverse=True)
    names = [run.run_id for run in newest_first]
    kept, left_out = 0, min(1, len(names))
    while left_out and _without(box, names[:left_out], asked).actual != decision.expected:
        if left_out == len(names):
            return decision
        kept, left_out = left_out, min(2 * left_out, len(names))
    while left_out - kept > 1:
        middle = (kept + left_out) // 2
        if _without(box, names[:middle], asked).actual == decision.expected:
            left_out = middle
        else:
            kept = middle
    return replace(decision, since_run=names[left_out - 1]) if names else decision


def _without(box: duckdb.DuckDBPyConnection, runs: list[str], asked: Assertion) -> Decision:
    """What would be decided without some runs."""
    box.begin()
    try:
        thaw_views(box)
        for table, column in OF_RUNS.items():
            box.execute(f"DELETE FROM {table} WHERE {column} IN (SELECT unnest($runs))", {"runs": runs})
        store_estimates(box)
        return _decision(box, *asked)
    finally:
        box.rollback()


def store(connection: duckdb.DuckDBPyConnection, decisions: list[Decision]) -> None:
    """Replace the rows of the tables of verdicts."""
    verdicts = [
        [each.kind, each.name, each.expected, each.actual, each.since_run, _json(each.numbers)] for each in decisions
    ]
    evidence = [
        [each.kind, each.name, part.number, part.verdict, _json(part.numbers)]
        for each in decisions
        for part in each.parts
    ]
    with transaction(connection):
        connection.execute("DELETE FROM verdict")
        add_rows(connection, "verdict", verdicts)
        connection.execute("DELETE FROM evidence_verdict")
        add_rows(connection, "evidence_verdict", evidence)


def _json(numbers: Cells) -> str:
    return json.dumps(numbers, ensure_ascii=False, sort_keys=True)
