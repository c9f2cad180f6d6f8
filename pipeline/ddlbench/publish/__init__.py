"""Everything generated: tables, downloads, charts and the data that Hugo reads, below `build/`.

The folders that others read are links through `build/current`, a link to one of two versions. A finished version is
put in its place by renaming that one link, so that a build that is stopped leaves the old output or the new one.
"""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb

from ddlbench.build import DERIVED, Loaded, Tell
from ddlbench.publish import cards, charts, pages, queries, runs, schemas
from ddlbench.publish.tables import Table, TableWriter
from ddlbench.views import frozen_views, see_frozen

FOLDERS = ("hugo", "charts", "downloads", "runs")
VERSIONS = ("output-1", "output-2")
CURRENT = "current"


class Publication:
    """An output in the making, beside the old one; the tables are written in a thread of their own."""

    def __init__(self, project: Path, build: Path, tell: Tell) -> None:
        self.project, self.build, self.tell = project, build, tell
        self.beside = ThreadPoolExecutor(1)

    def __enter__(self) -> Publication:
        return self

    def __exit__(self, *_: object) -> None:
        self.beside.shutdown()

    def begin(self, connection: duckdb.DuckDBPyConnection) -> None:
        """Begin with the tables that are filled first, while the others are filled."""
        connection.execute("SET threads = 1")  # Parallel sums of many DOUBLE values differ in their last digits.
        self.fresh = unused_version(self.build)
        for folder in ("hugo", "charts", "downloads"):
            (self.fresh / folder).mkdir(parents=True)
        self.writer = TableWriter(connection, self.fresh, self.build / CURRENT)
        first = [each for each in self.writer.known if each.kind == "table" and each.name not in DERIVED]
        self.first = self.beside.submit(self._write, connection.cursor(), first)

    def _write(self, cursor: duckdb.DuckDBPyConnection, known: list[Table]) -> list[Table]:
        with cursor:
            return self.writer.write(cursor, known)

    def finish(self, loaded: Loaded) -> dict[str, str]:
        """Write all the rest, then switch to it; returns the counts of the site."""
        connection, fresh, cache = loaded.connection, self.fresh, self.build / "cache"
        reader = connection.cursor()
        see_frozen(reader, frozen_views(connection))
        last = [each for each in self.writer.known if each.kind == "view" or each.name in DERIVED]
        written = self.beside.submit(self._write, reader, last)
        schemas.write_schemas(fresh / "downloads")
        answers = queries.run_queries(connection)
        queries.write_queries(answers, fresh / "downloads" / "queries")
        fonts = charts.register_fonts(self.project / "node_modules")
        drawn = charts.draw_charts(answers, self.project, fonts, fresh, cache)
        cards.draw_cards(drawn, loaded.inventory, self.project, fonts, fresh, cache)
        self.tell(f"drew {len(drawn)} charts")
        self.tell(f"wrote {runs.write_runs(loaded, fresh / 'runs', self.build / CURRENT / 'runs')} runs")
        dictionary = self.writer.describe(connection, [*self.first.result(), *written.result()])
        self.tell(f"wrote {len(dictionary)} tables and views")
        counts = pages.write_pages(loaded, dictionary, answers, drawn, fresh / "hugo")
        switch(self.build, fresh)
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
