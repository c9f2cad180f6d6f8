"""Everything generated: tables, downloads, charts and the data that Hugo reads, below `build/`.

The folders that others read are links through `build/current`, a link to one of two versions. A finished version is
put in its place by renaming that one link, so that a build that is stopped leaves the old output or the new one.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from ddlbench.build import Loaded, Tell
from ddlbench.publish import cards, charts, pages, queries, runs, schemas, tables

FOLDERS = ("hugo", "charts", "downloads", "runs")
VERSIONS = ("output-1", "output-2")
CURRENT = "current"


def publish(loaded: Loaded, project: Path, build: Path, tell: Tell) -> dict[str, str]:
    """Write the outputs beside the old ones, then switch to them; returns the counts of the site."""
    fresh = unused_version(build)
    for folder in ("hugo", "charts", "downloads"):
        (fresh / folder).mkdir(parents=True)
    loaded.connection.execute("SET threads = 1")  # Parallel sums of many DOUBLE values differ in their last digits.
    dictionary = tables.write_tables(loaded.connection, fresh / "downloads")
    schemas.write_schemas(fresh / "downloads")
    tell(f"wrote {len(dictionary)} tables and views")
    answers = queries.run_queries(loaded.connection)
    queries.write_queries(answers, fresh / "downloads" / "queries")
    fonts = charts.register_fonts(project / "node_modules")
    drawn = charts.draw_charts(answers, project, fonts, fresh, build / "cache")
    cards.draw_cards(drawn, loaded.inventory, project, fonts, fresh, build / "cache")
    tell(f"drew {len(drawn)} charts")
    counts = pages.write_pages(loaded, dictionary, answers, drawn, fresh / "hugo")
    tell(f"wrote {runs.write_runs(loaded, fresh / 'runs', build / CURRENT / 'runs')} runs")
    switch(build, fresh)
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
