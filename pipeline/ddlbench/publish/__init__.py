"""Everything generated: tables, downloads, charts and the data that Hugo reads, below `build/`.

The folders that others read are links through `build/current`, a link to one of two versions. A finished version is
put in its place by renaming that one link, so that a build that is stopped leaves the old output or the new one.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Collection
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import duckdb

from ddlbench.build import Loaded, Tell
from ddlbench.discover import Inventory
from ddlbench.publish import cards, charts, pages, queries, runs, schemas
from ddlbench.publish.kept import Kept
from ddlbench.publish.tables import Table, TableWriter
from ddlbench.publish.versions import write_versions
from ddlbench.views import reader

FOLDERS = ("hugo", "charts", "downloads", "runs")
VERSIONS = ("output-1", "output-2")
CURRENT = "current"


@dataclass(frozen=True)
class Ready:
    """A new output, so far with what does not depend on what is loaded: schemas, and what was cited.

    `fonts` is the hash of the fonts that charts are drawn with.
    """

    kept: Kept
    fonts: str


@dataclass(frozen=True)
class Drawn:
    """The answers to the queries of the pages, and the charts that were made of them."""

    answers: dict[str, queries.Answer]
    charts: dict[str, charts.Chart]


class Publication:
    """An output in the making, beside the old one: threads of its own write what loading has finished with."""

    def __init__(self, project: Path, build: Path, tell: Tell) -> None:
        self.project, self.build, self.tell = project, build, tell
        self.writing, self.drawing = ThreadPoolExecutor(1), ThreadPoolExecutor(1)
        self.readied: Future[Ready]
        self.written: list[Future[list[Table]]] = []

    def __enter__(self) -> Publication:
        self.readied = self.drawing.submit(self._ready)
        return self

    def __exit__(self, *_: object) -> None:
        for threads in (self.writing, self.drawing):
            threads.shutdown()

    def entered(self, connection: duckdb.DuckDBPyConnection) -> None:
        """Make ready to write."""
        connection.execute("SET threads = 1")  # Parallel sums of many DOUBLE values differ in their last digits.
        self.ready = self.readied.result()
        self.kept = self.ready.kept
        self.fresh = self.kept.out
        self.writer = TableWriter(connection, self.kept)
        self.waiting = self.writer.known

    def _ready(self) -> Ready:
        """What can be done while the data folder is listed."""
        fresh = unused_version(self.build)
        for folder in ("hugo", "charts", "downloads"):
            (fresh / folder).mkdir(parents=True)
        kept = Kept(fresh, self.build / CURRENT)
        schemas.write_schemas(kept)
        write_versions(self.project / "data", kept)
        return Ready(kept, charts.register_fonts(self.project / "node_modules"))

    def filled(self, connection: duckdb.DuckDBPyConnection, unfilled: Collection[str]) -> None:
        """Begin to write the tables and views that are as they stay: all but some."""
        ready = [each for each in self.waiting if each.name not in unfilled]
        self.waiting = [each for each in self.waiting if each.name in unfilled]
        self.written.append(self.writing.submit(self.writer.write, reader(connection), ready))

    def measured(self, connection: duckdb.DuckDBPyConnection, inventory: Inventory) -> None:
        """Begin to write the runs."""
        folders = self.fresh / "runs", self.build / CURRENT / "runs"
        self.runs_written = self.writing.submit(runs.write_runs, reader(connection), inventory, *folders)

    def computed(self, connection: duckdb.DuckDBPyConnection, inventory: Inventory) -> None:
        """Begin to draw."""
        self.drawn = self.drawing.submit(self._draw, reader(connection), inventory)

    def _draw(self, connection: duckdb.DuckDBPyConnection, inventory: Inventory) -> Drawn:
        fresh, cache = self.fresh, self.build / "cache"
        answers = queries.run_queries(connection)
        queries.write_queries(answers, fresh / "downloads" / "queries")
        drawn = charts.draw_charts(answers, self.project, self.ready.fonts, self.kept, cache)
        cards.draw_cards(drawn, inventory, self.project, self.ready.fonts, self.kept, cache)
        return Drawn(answers, drawn)

    def finish(self, loaded: Loaded) -> dict[str, str]:
        """Write all the rest, then switch to it; returns the counts of the site."""
        connection, fresh = loaded.connection, self.fresh
        self.filled(connection, ())
        drawn = self.drawn.result()
        self.tell(f"drew {len(drawn.charts)} charts")
        pages.write_pages(loaded, drawn.answers, drawn.charts, fresh / "hugo")
        dictionary = self.writer.describe(connection, [table for each in self.written for table in each.result()])
        counts = pages.write_counts(loaded, dictionary, fresh / "hugo")
        self.tell(f"wrote {len(dictionary)} tables and views")
        self.tell(f"wrote {self.runs_written.result()} runs")
        self.kept.store()
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
