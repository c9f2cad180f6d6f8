"""Verdicts: every claim and guidance is decided by its queries, on every build.

What a query gave is kept in the build database as long as what it reads stays the same. What differs from the verdict
of the file is explained by new data if the verdict of the file returns when the newest runs are left out.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import duckdb

from ddlbench.database import Cells, add_rows, contents, statements, transaction
from ddlbench.discover import Inventory
from ddlbench.models import Claim, Guidance
from ddlbench.sandbox import Part, ask, copied, mentioned, sandbox
from ddlbench.statistics import store_estimates
from ddlbench.views import thaw_views

WORST_FIRST = ("contradicted", "overstated", "supported", "not testable here")
OF_RUNS = {"trial": "owner_id", "file": "owner_id", "run": "run_id"}
"""Tables that hold rows of runs, with the column that names the run; all others are read by way of these."""

LEDGER = """
CREATE SCHEMA IF NOT EXISTS ledger;
CREATE TABLE IF NOT EXISTS ledger.answer (key VARCHAR PRIMARY KEY, verdict VARCHAR, numbers JSON)
"""

CHANGING = re.compile(
    r"\b(age|(get_)?current\w*|local\w*|now|random|(table)?sample|today|tomorrow|yesterday|uuid\w*)\b"
)
"""What may give another answer of the same rows."""


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
    found = Answers(connection, [query for *_, queries in asked for query in queries.values()])
    decisions = [_decision(found.part, *each) for each in asked]
    if any(each.expected != each.actual for each in decisions):
        with sandbox(connection) as box:
            both = zip(decisions, asked, strict=True)
            decisions = [_explained(box, inventory, decision, each) for decision, each in both]
    with transaction(connection):
        found.store(connection)
        store(connection, decisions)
    return decisions


class Answers:
    """What queries give; those whose rows are what they were the last time are not asked again."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, queries: list[str]) -> None:
        for statement in LEDGER.strip().split(";\n"):
            connection.execute(statement)
        self.keys = _keys(connection, queries)
        rows = connection.execute("SELECT key, verdict, numbers FROM ledger.answer").fetchall()
        known = {key: Part(0, verdict, json.loads(numbers)) for key, verdict, numbers in rows}
        self.parts = {query: known[key] for query, key in self.keys.items() if key in known}
        unknown = [query for query in queries if query not in self.parts]
        if unknown:
            with sandbox(connection, "\n".join(unknown)) as box:
                self.parts |= {query: ask(box, 0, query) for query in unknown}

    def part(self, number: int, query: str) -> Part:
        """What one of the queries gives."""
        return replace(self.parts[query], number=number)

    def store(self, connection: duckdb.DuckDBPyConnection) -> None:
        """Keep it for the next time; of a query that failed, nothing."""
        kept = {key: self.parts[query] for query, key in self.keys.items() if not self.parts[query].fault}
        rows = {"keys": list(kept), "verdicts": [part.verdict for part in kept.values()]}
        # In the order of the query, in which messages give them.
        numbers = {"numbers": [json.dumps(part.numbers, ensure_ascii=False) for part in kept.values()]}
        values = "SELECT unnest($keys), unnest($verdicts), unnest($numbers)"
        connection.execute("DELETE FROM ledger.answer")
        connection.execute(f"INSERT INTO ledger.answer {values}", rows | numbers)


def _keys(connection: duckdb.DuckDBPyConnection, queries: Iterable[str]) -> dict[str, str]:
    """What the answers rest on, hashed: the queries with the macros that they use and the rows of what they read."""
    code = hashlib.sha256(Path(str(inspect.getsourcefile(sandbox))).read_bytes()).hexdigest()
    rests_on = code, duckdb.__version__
    words = {query: mentioned(query) for query in queries if not CHANGING.search(query.lower())}
    rows = contents(connection, copied(connection, sorted({word for each in words.values() for word in each})))
    known = rows | statements("macros")
    made_of = {query: (rests_on, query, [known.get(word) for word in each]) for query, each in words.items()}
    return {query: hashlib.sha256(repr(each).encode()).hexdigest() for query, each in made_of.items()}


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


def _decision(
    answer: Callable[[int, str], Part], kind: str, name: str, expected: str | None, queries: dict[int, str]
) -> Decision:
    parts = tuple(answer(number, query) for number, query in queries.items())
    return Decision(kind, name, expected, overall(parts), parts)


def overall(parts: tuple[Part, ...]) -> str | None:
    """The worst verdict of several; documents alone cannot be tested here; None where a query fails."""
    found = {part.verdict for part in parts}
    return None if None in found else next((word for word in WORST_FIRST if word in found), "not testable here")


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
        return _decision(partial(ask, box), *asked)
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
    connection.execute("DELETE FROM verdict")
    add_rows(connection, "verdict", verdicts)
    connection.execute("DELETE FROM evidence_verdict")
    add_rows(connection, "evidence_verdict", evidence)


def _json(numbers: Cells) -> str:
    return json.dumps(numbers, ensure_ascii=False, sort_keys=True)
