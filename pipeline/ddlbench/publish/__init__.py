"""Everything generated: tables, downloads, charts and the data that Hugo reads, below `build/`.

The folders that others read are links through `build/current`, a link to one of two versions. A finished version is
put in its place by renaming that one link, so that a build that is stopped leaves the old output or the new one.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Collection
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import duckdb

from ddlbench.build import Loaded, Tell
from ddlbench.discover import Inventory
from ddlbench.publish import cards, charts, pages, queries, runs, schemas
from ddlbench.publish.tables import Table, TableWriter
from ddlbench.views import reader

FOLDERS = ("hugo", "charts", "downloads", "runs")
VERSIONS = ("output-1", "output-2")
CURRENT = "current"


class Publication:
    """An output in the making, beside the old one: what takes no part in the rest is written in a thread of its own."""

    def __init__(self, project: Path, build: Path, tell: Tell) -> None:
        self.project, self.build, self.tell = project, build, tell
        self.beside = ThreadPoolExecutor(1)
        self.emptied: Future[Path]
        self.written: list[Future[list[Table]]] = []

    def __enter__(self) -> Publication:
        self.emptied = self.beside.submit(unused_version, self.build)
        return self

    def __exit__(self, *_: object) -> None:
        self.beside.shutdown()

    def entered(self, connection: duckdb.DuckDBPyConnection, unfilled: Collection[str]) -> None:
        """Begin to write the tables that are as they stay: all but some."""
        connection.execute("SET threads = 1")  # Parallel sums of many DOUBLE values differ in their last digits.
        self.fresh = self.emptied.result()
        for folder in ("hugo", "charts", "downloads"):
            (self.fresh / folder).mkdir(parents=True)
        self.writer = TableWriter(connection, self.fresh, self.build / CURRENT)
        self.waiting = self.writer.known
        self._write_tables(connection, unfilled)

    def computed(self, connection: duckdb.DuckDBPyConnection, inventory: Inventory, unfilled: Collection[str]) -> None:
        """Begin to write the runs and all tables and views but some.

        The runs first: they are work of Python, as most of what is left is, while the tables are work of DuckDB.
        """
        folders = self.fresh / "runs", self.build / CURRENT / "runs"
        self.runs_written = self.beside.submit(runs.write_runs, reader(connection), inventory, *folders)
        self._write_tables(connection, unfilled)

    def _write_tables(self, connection: duckdb.DuckDBPyConnection, unfilled: Collection[str] = ()) -> None:
        ready = [each for each in self.waiting if each.name not in unfilled]
        self.waiting = [each for each in self.waiting if each.name in unfilled]
        self.written.append(self.beside.submit(self.writer.write, reader(connection), ready))

    def finish(self, loaded: Loaded) -> dict[str, str]:
        """Write all the rest, then switch to it; returns the counts of the site."""
        connection, cache = loaded.connection, self.build / "cache"
        self._write_tables(connection)
        fresh = self.fresh
        schemas.write_schemas(fresh / "downloads")
        answers = queries.run_queries(connection)
        queries.write_queries(answers, fresh / "downloads" / "queries")
        fonts = charts.register_fonts(self.project / "node_modules")
        drawn = charts.draw_charts(answers, self.project, fonts, fresh, cache)
        cards.draw_cards(drawn, loaded.inventory, self.project, fonts, fresh, cache)
        self.tell(f"drew {len(drawn)} charts")
        pages.write_pages(loaded, answers, drawn, fresh / "hugo")
        dictionary = self.writer.describe(connection, [table for each in self.written for table in each.result()])
        counts = pages.write_counts(loaded, dictionary, fresh / "hugo")
        self.tell(f"wrote {len(dictionary)} tables and views")
        self.tell(f"wrote {self.runs_written.result()} runs")
        switch(self.build, fresh)
        make_ready(self.build, fresh)
        return counts


def unused_version(build: Path) -> Path:
    """The version that is not current, made empty but for its runs, which are brought up to date."""
    current = build / CURRENT
    used = current.readlink().name if current.is_symlink() else ""
    fresh = build / next(name for name in VERSIONS if name != used)
    for folder in ("hugo", "charts", "downloads"):
        shutil.rmtree(fresh / folder, ignore_errors=True)
    return fresh


def switch(build: Path, fresh: Path) -> None:
    """Make a finished version the current one."""
    for folder in FOLDERS:
        stable = build / folder
        if not stable.is_symlink():
            shutil.rmtree(stable, ignore_errors=True)
            stable.symlink_to(Path(CURRENT) / folder)
    link = build / f"{CURRENT}.new"
    link.unlink(missing_ok=True)
    link.symlink_to(fresh.name)
    link.replace(build / CURRENT)


def make_ready(build: Path, current: Path) -> None:
    """Give the other version the same runs where it has none, so that the next build writes only those that change."""
    [other] = {build / name for name in VERSIONS} - {current}
    if not (other / "runs").exists():
        partial = other / "runs.part"
        shutil.rmtree(partial, ignore_errors=True)
        shutil.copytree(current / "runs", partial, copy_function=os.link)
        partial.rename(other / "runs")
