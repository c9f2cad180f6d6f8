"""The way of the data in one place: discover, parse, load, views, checks, publish."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import duckdb

from ddlbench.checks import run_checks
from ddlbench.database import connect, create_tables, schema_signature
from ddlbench.discover import Inventory, discover
from ddlbench.errors import Problem
from ddlbench.filled import store_texts, text_problems
from ddlbench.gate import review_problems
from ddlbench.known_files import KnownFiles
from ddlbench.load import Loader, TableRow
from ddlbench.parse.format import load_formats
from ddlbench.parse.store import LEDGER, Store
from ddlbench.statistics import ESTIMATES, store_estimates
from ddlbench.verdicts import Decision, decide
from ddlbench.views import create_views, freeze_views

Tell = Callable[[str], None]

DATABASE = "ddlbench.duckdb"


@dataclass
class Loaded:
    """A loaded project: its database, what was found and what is wrong."""

    connection: duckdb.DuckDBPyConnection
    inventory: Inventory
    table_rows: list[TableRow] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)

    @property
    def failed(self) -> bool:
        """Whether any problem is an error."""
        return any(problem.severity == "error" for problem in self.problems)


def load(
    data: Path, database: Path | None, tell: Tell = lambda _: None, without: frozenset[str] = frozenset()
) -> Loaded:
    """Bring a database (in memory without a path) to the state of a data folder, `without` some runs, and check it."""
    formats = load_formats()
    connection = open_database(database)
    files = KnownFiles(connection)
    inventory = discover(data, files)
    files.store()
    inventory.runs = {name: run for name, run in inventory.runs.items() if name not in without}
    started = time.monotonic()
    store = Store(connection, formats, data)
    problems, parsed = store.update([log for log, *_ in inventory.logs()])
    tell(f"parsed {parsed} of {sum(1 for _ in inventory.logs())} logs in {time.monotonic() - started:.1f} s")
    loader = Loader(inventory)
    loader.collect()
    loader.store(connection)
    add_logs(connection, inventory)
    create_views(connection)
    freeze_views(connection)
    store_estimates(connection)
    freeze_views(connection, ESTIMATES)
    problems += [*inventory.problems, *loader.problems, *run_checks(connection)]
    decisions = decide(connection, inventory)
    store_texts(connection, decisions, inventory)
    problems += [*text_problems(decisions, inventory), *review_problems(inventory, dt.datetime.now(dt.UTC).date())]
    return Loaded(connection, inventory, loader.table_rows, sorted(set(problems)), decisions)


def open_database(database: Path | None) -> duckdb.DuckDBPyConnection:
    """Open the build database; one that was made for other tables is made anew, since it can be."""
    signature = schema_signature(LEDGER)
    if database is not None:
        database.parent.mkdir(parents=True, exist_ok=True)
        mark = database.with_suffix(".schema")
        if not mark.exists() or mark.read_text("utf-8") != signature:
            for stale in (mark, database, database.with_name(database.name + ".wal")):
                stale.unlink(missing_ok=True)
    connection = connect(database)
    create_tables(connection)
    if database is not None:
        database.with_suffix(".schema").write_text(signature, "utf-8")
    return connection


def add_logs(connection: duckdb.DuckDBPyConnection, inventory: Inventory) -> None:
    """Enter the logs of trials into the table of files, from the ledger of the parse store."""
    entries = list(inventory.logs())
    connection.execute(
        "INSERT INTO file BY NAME SELECT file, trial_id, owner_kind, owner_id, log.format, evidence_level, "
        "log.sha256, log.size_bytes, log.line_count FROM (SELECT unnest($files) AS file, unnest($trials) AS trial_id, "
        "unnest($kinds) AS owner_kind, unnest($owners) AS owner_id, unnest($levels) AS evidence_level) "
        "JOIN ledger.log USING (file)",
        {
            "files": [log for log, *_ in entries],
            "trials": [trial.trial_id for _, trial, *_ in entries],
            "kinds": [kind for *_, kind, _, _ in entries],
            "owners": [owner for *_, owner, _ in entries],
            "levels": [level for *_, level in entries],
        },
    )
