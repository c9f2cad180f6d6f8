"""Everything generated: tables, downloads, charts and the data that Hugo reads, below `build/`."""

from __future__ import annotations

import shutil
from pathlib import Path

from ddlbench.build import Loaded, Tell
from ddlbench.publish import charts, pages, queries, runs, tables

FOLDERS = ("hugo", "charts", "downloads")


def publish(loaded: Loaded, project: Path, build: Path, tell: Tell) -> dict[str, str]:
    """Write the outputs beside the old ones, then put each in its place; returns the counts of the site."""
    fresh = build / "new"
    shutil.rmtree(fresh, ignore_errors=True)
    for folder in FOLDERS:
        (fresh / folder).mkdir(parents=True)
    loaded.connection.execute("SET threads = 1")  # Parallel sums of many DOUBLE values differ in their last digits.
    dictionary = tables.write_tables(loaded.connection, fresh / "downloads")
    tell(f"wrote {len(dictionary)} tables and views")
    answers = queries.run_queries(loaded.connection)
    drawn = charts.draw_charts(answers, project, fresh, build / "cache")
    tell(f"drew {len(drawn)} charts")
    counts = pages.write_pages(loaded, dictionary, answers, drawn, fresh / "hugo")
    tell(f"wrote {runs.write_runs(loaded, build / 'runs')} runs")
    for folder in FOLDERS:
        replace(fresh / folder, build / folder)
    shutil.rmtree(fresh)
    return counts


def replace(fresh: Path, old: Path) -> None:
    """Give a finished folder the place of an old one."""
    aside = fresh.with_name(fresh.name + ".old")
    if old.exists():
        old.rename(aside)
    fresh.rename(old)
    shutil.rmtree(aside, ignore_errors=True)
