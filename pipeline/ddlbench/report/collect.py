"""Collects what a report says of runs: rows, lines, problems, figures, neighbours, and what else changes with them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import duckdb

from ddlbench.build import Loaded
from ddlbench.database import identifier, table_columns
from ddlbench.discover import RunFolder
from ddlbench.errors import Problem
from ddlbench.report.parts import Curve, Report, Section, Table

CODE = ("claims", "guidance", "experiments", "engines")
"""Folders of `data/` whose files hold queries or commands: they are code."""

CURVES = 24
SHOWN = 200
IMPACT = (
    "trial_id", "setting", "repeat_no", "throughput_kept_pct", "throughput_kept_low_pct", "throughput_kept_high_pct",
    "stall_s", "recovery_s", "effect",
)  # fmt: skip
"""Columns of the view `impact` that are shown, where it has them."""

Verdicts = dict[tuple[str, str], str | None]


@dataclass
class Subject:
    """What is reported on, with and without it."""

    loaded: Loaded
    runs: list[str]
    problems: list[Problem]
    before: Verdicts = field(default_factory=dict)
    changed: list[str] = field(default_factory=list)


def collect(subject: Subject) -> Report:
    """The report."""
    errors = sum(problem.severity == "error" for problem in subject.problems)
    summary = Section(
        "Summary", [f"{len(subject.runs)} runs, {errors} errors, {len(subject.problems) - errors} warnings."]
    )
    summary.tables += [_touched(subject.changed)] if touched(subject.changed) else []
    sections = [summary, _problems(subject.problems)]
    for run_id in subject.runs:
        run = subject.loaded.inventory.runs.get(run_id)
        if run is not None:
            sections.append(_run(subject.loaded, run))
    sections.append(_verdicts(subject))
    return Report("Run report", sections)


def touched(changed: Iterable[str]) -> list[str]:
    """Changed paths that are code, or outside of the data."""
    return [path for path in changed if not path.startswith("data/") or path.split("/")[1] in CODE]


def _touched(changed: list[str]) -> Table:
    paths = touched(changed)
    rows = [(path,) for path in paths[:SHOWN]] + [(f"and {len(paths) - SHOWN} more",)] * (len(paths) > SHOWN)
    return Table(("this change touches code, its owners decide",), tuple(rows))


def _problems(problems: list[Problem]) -> Section:
    section = Section("Problems")
    if not problems:
        section.sentences.append("None: every line is accounted for and every invariant holds.")
        return section
    rows = [(each.severity, f"{each.path}:{each.line}" if each.line else each.path, each.message, each.hint)
            for each in problems[:SHOWN]]  # fmt: skip
    section.tables.append(Table(("severity", "place", "what", "hint"), tuple(rows)))
    if len(problems) > SHOWN:
        section.sentences.append(f"The first {SHOWN} of {len(problems)}.")
    failed = sorted(
        {each.message.split("(check `")[1].split("`")[0] for each in problems if "(check `" in each.message}
    )
    if failed:
        section.tables.append(Table(("invariants that failed",), tuple((name,) for name in failed)))
    return section


def _run(loaded: Loaded, run: RunFolder) -> Section:
    section = Section(f"Run {run.run_id}")
    told = run.run
    labels = [
        ("title", told.title.en), ("engine", f"{run.engine} {told.engine_version}"), ("machine", run.machine),
        ("origin", told.origin), ("contributor", told.contributor), ("affiliation", told.affiliation),
        ("tuning", told.tuned.en if told.tuned else told.tuning), ("durability", told.regime.durability),
        ("data", f"{told.regime.data_mib:g} MiB"), ("licence", told.licence),
    ]  # fmt: skip
    section.tables.append(Table(("label", "value"), tuple(labels)))
    connection = loaded.connection
    section.tables.append(_logs(connection, run, loaded.problems))
    section.tables.append(_rows(connection, run))
    section.tables += _impact(connection, run)
    section.tables += _neighbours(connection, run)
    section.curves = _curves(connection, run)
    return section


def _logs(connection: duckdb.DuckDBPyConnection, run: RunFolder, problems: list[Problem]) -> Table:
    rows = connection.execute(
        "SELECT file, format, line_count FROM file WHERE owner_id = $id AND owner_kind = 'run' ORDER BY file",
        {"id": run.run_id},
    ).fetchall()
    untaken: dict[str, int] = {}
    for each in problems:
        if each.line and "no pattern of" in each.message:
            untaken[each.path] = untaken.get(each.path, 0) + 1
    cells = [
        (file.removeprefix(f"runs/{run.run_id}/"), form, str(lines), str(untaken.get(file, 0)))
        for file, form, lines in rows
    ]
    return Table(("log", "format", "lines", "not accounted for"), tuple(cells[:SHOWN]))


def _rows(connection: duckdb.DuckDBPyConnection, run: RunFolder) -> Table:
    counts = connection.execute(
        "SELECT table_name, count(*) FROM log_row JOIN file USING (file) WHERE owner_id = $id AND owner_kind = 'run' "
        "AND table_name <> 'file' GROUP BY table_name ORDER BY table_name",
        {"id": run.run_id},
    ).fetchall()
    return Table(("table", "rows"), tuple((table, str(count)) for table, count in counts))


def _impact(connection: duckdb.DuckDBPyConnection, run: RunFolder) -> list[Table]:
    """What the DDL did to the load, where the project has a view of it and it has rows of the run."""
    known = table_columns(connection).get("impact", {})
    shown = [column for column in IMPACT if column in known]
    if "run_id" not in known or not shown:
        return []
    query = f"SELECT {', '.join(map(identifier, shown))} FROM impact WHERE run_id = $id ORDER BY ALL"
    rows = connection.execute(query, {"id": run.run_id}).fetchall()
    return [Table(tuple(shown), tuple(tuple(map(_cell, row)) for row in rows[:SHOWN]))] if rows else []


def _neighbours(connection: duckdb.DuckDBPyConnection, run: RunFolder) -> list[Table]:
    """The existing runs that are most like this one: of the same engine first, then experiment, labels, machine."""
    rows = connection.execute(
        "SELECT other.run_id, other.engine_version, other.machine, other.tuning, other.durability, other.data_mib "
        "FROM run AS other, (FROM run WHERE run_id = $id) AS this "
        "WHERE other.run_id <> this.run_id AND other.engine = this.engine AND other.withdrawn IS NULL "
        "ORDER BY other.experiment IS NOT DISTINCT FROM this.experiment DESC, other.tuning = this.tuning DESC, "
        "other.durability = this.durability DESC, other.machine = this.machine DESC, "
        "abs(ln(other.data_mib / this.data_mib)), other.run_id LIMIT 5",
        {"id": run.run_id},
    ).fetchall()
    columns = ("nearest existing runs", "version", "machine", "tuning", "durability", "data, MiB")
    return [Table(columns, tuple(tuple(map(_cell, row)) for row in rows))] if rows else []


def _curves(connection: duckdb.DuckDBPyConnection, run: RunFolder) -> list[Curve]:
    points: dict[str, list[tuple[float, float]]] = {}
    rows = connection.execute(
        "SELECT trial_id, elapsed_s, tps FROM sysbench_interval JOIN file USING (file) "
        "WHERE owner_id = $id AND owner_kind = 'run' AND elapsed_s IS NOT NULL AND tps IS NOT NULL ORDER BY file, line",
        {"id": run.run_id},
    ).fetchall()
    for trial, second, tps in rows:
        points.setdefault(trial, []).append((float(second), float(tps)))
    marks: dict[str, Any] = {trial.trial_id: getattr(trial.trial, "ddl_starts_at_s", None) for trial in run.trials}
    return [
        Curve(f"transactions/s, trial {trial.rpartition('/')[2]}", tuple(found), marks.get(trial))
        for trial, found in list(points.items())[:CURVES]
    ]


def verdicts(connection: duckdb.DuckDBPyConnection) -> Verdicts:
    """What the data makes of every claim and guidance; empty where nothing decides them."""
    if "verdict" not in table_columns(connection):
        return {}
    rows = connection.execute("SELECT kind, assertion_id, actual FROM verdict ORDER BY ALL").fetchall()
    return {(kind, name): actual for kind, name, actual in rows}


def _verdicts(subject: Subject) -> Section:
    after = verdicts(subject.loaded.connection)
    rows = [
        (kind, name, _cell(subject.before.get((kind, name))), _cell(after.get((kind, name))))
        for kind, name in sorted(after.keys() | subject.before.keys())
        if after.get((kind, name)) != subject.before.get((kind, name))
    ]
    section = Section("Claims and guidance")
    if rows:
        section.tables.append(Table(("kind", "name", "verdict without these runs", "with them"), tuple(rows)))
    else:
        section.sentences.append("No verdict changes.")
    return section


def _cell(value: object) -> str:
    if value is None:
        return "-"
    return f"{value:.4g}" if isinstance(value, float) else str(value)
