"""What a run itself shows: its impact by setting and by trial, with intervals, and its curves."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import duckdb

from ddlbench.report.parts import Curve, Table
from ddlbench.report.query import ask, cell, interval

CURVES = 24
SHOWN = 200
MEASURES = ("duration_s", "throughput_kept_pct", "latency_inflation", "stall_s", "recovery_s")


def impact_tables(connection: duckdb.DuckDBPyConnection, run: str) -> list[Table]:
    """The impact of the settings and of the trials; empty where no trial has a DDL on the clock of a load."""
    return [table for table in (_settings(connection, run), _trials(connection, run)) if table.rows]


def _settings(connection: duckdb.DuckDBPyConnection, run: str) -> Table:
    rows = []
    for setting, found in groupby(ask(connection, "settings", run=run), key=lambda row: row["setting"]):
        measured = list(found)
        first = measured[0]
        means = {row["measure"]: interval(row["mean"], row["low"], row["high"]) for row in measured}
        counts = (str(first["completed_count"]), str(first["failed_count"]))
        rows.append((setting, *counts, *(means.get(name, "-") for name in MEASURES), cell(first["effects"])))
    if all(set(row[3:8]) == {"-"} for row in rows):
        rows = []
    columns = ("setting", "completed", "failed", *MEASURES, "trials by effect")
    return Table(columns, tuple(rows[:SHOWN]), "Impact by setting, means [intervals] over the completed trials")


def _trials(connection: duckdb.DuckDBPyConnection, run: str) -> Table:
    rows = [
        (
            *(cell(row[name]) for name in ("trial", "setting", "repeat_no", "duration_s")),
            interval(row["before_tps"], row["before_low"], row["before_high"]),
            interval(row["during_tps"], row["during_low"], row["during_high"]),
            *(cell(row[name]) for name in ("throughput_kept_pct", "stall_s", "recovery_s", "noise_pct", "effect")),
        )
        for row in ask(connection, "trials", run=run)
    ]
    columns = (
        "trial", "setting", "repeat", "duration_s", "tps before", "tps during",
        "kept, %", "stall_s", "recovery_s", "noise, %", "effect",
    )  # fmt: skip
    return Table(columns, tuple(rows[:SHOWN]), "Impact by trial, means [intervals] within each")


def curves(connection: duckdb.DuckDBPyConnection, run: str) -> tuple[list[Curve], int]:
    """The throughput of the first trials over time, and of how many trials it is known."""
    found: list[Curve] = []
    for trial, rows in groupby(ask(connection, "curves", run=run), key=lambda row: row["trial_id"]):
        points = list(rows)
        begin, end = (_number(points[0][name]) for name in ("ddl_starts_at_s", "ddl_ends_at_s"))
        title = f"transactions/s, trial {trial.rpartition('/')[2]}"
        found.append(Curve(title, tuple((row["second"], row["throughput"]) for row in points), begin, end))
    return found[:CURVES], len(found)


def _number(value: Any) -> float | None:  # noqa: ANN401
    return None if value is None else float(value)
