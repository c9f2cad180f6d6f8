"""The way of the data in one place: discover, parse, load, views, checks, publish."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import duckdb

from ddlbench.checks import run_checks
from ddlbench.database import connect, create_tables, read_as, schema_signature, transaction
from ddlbench.discover import Discovery, Inventory
from ddlbench.errors import Problem
from ddlbench.filled import store_texts, text_problems
from ddlbench.gate import review_problems
from ddlbench.known_files import KnownFiles
from ddlbench.load import Loader, TableRow
from ddlbench.parse.format import load_formats
from ddlbench.parse.store import LEDGER, Store
from ddlbench.sandbox import JUDGED
from ddlbench.statistics import ESTIMATES, store_estimates
from ddlbench.tree import Tree, tree_of
from ddlbench.verdicts import Decision, decide
from ddlbench.views import create_log_row, create_views, freeze_views, reader

Tell = Callable[[str], None]

DATABASE = "ddlbench.duckdb"


class Watcher(Protocol):
    """Is told how far loading is, to work beside it."""

    def entered(self, connection: duckdb.DuckDBPyConnection) -> None:
        """Whatever is known of the logs is in its tables."""

    def filled(self, connection: duckdb.DuckDBPyConnection, unfilled: Collection[str]) -> None:
        """All but some tables and views are as they stay."""

    def measured(self, connection: duckdb.DuckDBPyConnection, inventory: Inventory) -> None:
        """The views that rest on no estimates are computed: all that is said of single runs."""

    def computed(self, connection: duckdb.DuckDBPyConnection, inventory: Inventory) -> None:
        """All views are computed."""


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
    data: Path,
    database: Path | None,
    tell: Tell = lambda _: None,
    without: frozenset[str] = frozenset(),
    watcher: Watcher | None = None,
    tree: Callable[[], Tree] | None = None,
) -> Loaded:
    """Bring a database (in memory without a path) to the state of a data folder, `without` some runs, and check it.

    `tree` gives what lies in the folder, if that was begun before.
    """
    formats = load_formats()
    connection = open_database(database)
    files = KnownFiles(connection)
    with connection.cursor() as other, ThreadPoolExecutor(1) as beside:
        store = Store(other, formats, data)
        listed = tree() if tree else tree_of(data)
        started = time.monotonic()
        discovery = Discovery(data, listed, files.reader(listed), without)
        logs = discovery.logs
        updating = beside.submit(store.update, logs)
        inventory = discovery.inventory()
        inventory.documents = files.documents
        files.store()
        loader = Loader(inventory, connection)
        loader.collect()
        loader.store()
        problems, parsed = updating.result()
        store.forget(sorted({*logs}.difference(log for log, *_ in inventory.logs())))
    tell(f"parsed {parsed} of {len(logs)} logs in {time.monotonic() - started:.1f} s")
    add_logs(connection, inventory)
    views = create_views(connection)
    if watcher:
        watcher.entered(connection)
        watcher.filled(connection, {*ESTIMATES, *JUDGED, *views})
    waiting = freeze_views(connection, unfilled=ESTIMATES)
    with ThreadPoolExecutor(2) as beside:
        checking = beside.submit(run_checks, checker(connection))
        if watcher:
            watcher.measured(connection, inventory)
            watcher.filled(connection, {*ESTIMATES, *JUDGED, *waiting})
        with transaction(connection):
            store_estimates(connection)
        freeze_views(connection)
        deciding = beside.submit(decide, reader(connection), inventory)  # First, since it takes longest.
        if watcher:
            watcher.computed(connection, inventory)
            watcher.filled(connection, JUDGED)
        problems += [*inventory.problems, *loader.problems, *checking.result()]
        decisions = deciding.result()
    store_texts(connection, decisions, inventory)
    problems += [*text_problems(decisions, inventory), *review_problems(inventory, dt.datetime.now(dt.UTC).date())]
    return Loaded(connection, inventory, loader.table_rows, sorted(set(problems)), decisions)


def checker(connection: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """Another connection for the checks, which ask for no estimates: these may still be made."""
    cursor = reader(connection)
    create_log_row(cursor)
    return cursor


def open_database(database: Path | None) -> duckdb.DuckDBPyConnection:
    """Open the build database; one that was made for other tables is made anew, since it can be."""
    if database is None:
        connection = connect()
        create_tables(connection)
        return connection
    signature = schema_signature(LEDGER)
    mark = database.with_suffix(".schema")
    if database.exists() and mark.exists() and mark.read_text("utf-8") == signature:
        return connect(database)
    database.parent.mkdir(parents=True, exist_ok=True)
    for stale in (mark, database, database.with_name(database.name + ".wal")):
        stale.unlink(missing_ok=True)
    connection = connect(database)
    create_tables(connection)
    mark.write_text(signature, "utf-8")
    return connection


def add_logs(connection: duckdb.DuckDBPyConnection, inventory: Inventory) -> None:
    """Enter the logs of trials into the table of files, from the ledger of the parse store."""
    entries = list(inventory.logs())
    columns = {
        "file": [log for log, *_ in entries],
        "trial_id": [trial.trial_id for _, trial, *_ in entries],
        "owner_kind": [kind for *_, kind, _, _ in entries],
        "owner_id": [owner for *_, owner, _ in entries],
        "evidence_level": [level for *_, level in entries],
    }
    with read_as(connection, "entered", columns):
        connection.execute(
            "INSERT INTO file BY NAME SELECT entered.*, log.format, log.sha256, log.size_bytes, log.line_count "
            "FROM entered JOIN ledger.log USING (file)"
        )
