"""Collects what a report says of runs: rows, lines, problems, figures, neighbours, and what else changes with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import duckdb

from ddlbench.build import Loaded
from ddlbench.discover import RunFolder
from ddlbench.errors import SEVERITIES, Problem, counted
from ddlbench.report.compare import compare
from ddlbench.report.figures import curves, impact_tables
from ddlbench.report.parts import Report, Section, Table
from ddlbench.report.query import cell
from ddlbench.verdicts import Decision

CODE = ("claims", "guidance", "experiments", "engines")
"""Folders of `data/` whose files hold queries or commands: they are code."""

SHOWN = 200
PROBLEMS = 100

COMPARED = (
    "Other runs are compared only inside one regime, with the same factors; the intervals of the ratios of a table "
    "hold together. The other settings are named with what keeps them apart."
)


@dataclass
class Subject:
    """What is reported on, and what was decided before it."""

    loaded: Loaded
    runs: list[str]
    problems: list[Problem]
    before: list[Decision] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)


def collect(subject: Subject) -> Report:
    """The report."""
    summary = Section("Summary", [f"{len(subject.runs)} runs, {counted(subject.problems)}."])
    summary.tables += [_touched(subject.changed)] if touched(subject.changed) else []
    # What decides stands first: a comment has room for the begin of a long report only.
    sections = [summary, _verdicts(subject), _problems(subject.problems)]
    for run_id in subject.runs:
        run = subject.loaded.inventory.runs.get(run_id)
        if run is not None:
            sections += [_run(subject.loaded, run), _logs(subject.loaded, run)]
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
    if not any(each.severity in ("error", "warning") for each in problems):
        section.sentences.append("None: every line is accounted for and every invariant holds.")
    failed = Counter(each.message.split("(check `")[1].split("`")[0] for each in problems if "(check `" in each.message)
    if failed:
        counts = tuple((name, str(count)) for name, count in sorted(failed.items()))
        section.tables.append(Table(("invariants that failed", "messages"), counts))
    rows = tuple(
        (each.severity, f"{each.path}:{each.line}" if each.line else each.path, each.message, each.hint)
        for each in sorted(problems, key=lambda each: SEVERITIES.index(each.severity))[:PROBLEMS]
    )
    if rows:
        section.tables.append(Table(("severity", "place", "what", "hint"), rows))
    if len(problems) > PROBLEMS:
        section.sentences.append(f"The first {PROBLEMS} of {len(problems)}.")
    return section


def _run(loaded: Loaded, run: RunFolder) -> Section:
    section = Section(f"Run {run.run_id}")
    connection = loaded.connection
    section.tables.append(_labels(run))
    impact = impact_tables(connection, run.run_id)
    if run.run.withdrawn:
        section.sentences.append("This run is withdrawn: it counts in no mean and is compared with nothing.")
    elif not impact:
        section.sentences.append("No impact: no trial has a load and a clock that says when its DDL began.")
    section.tables += impact
    if not run.run.withdrawn:
        compared, section.whiskers = compare(connection, run.run_id)
        section.tables += compared
        section.sentences.append(COMPARED if compared else "There is no other run of this engine to compare with.")
    section.curves, count = curves(connection, run.run_id)
    if count > len(section.curves):
        section.sentences.append(f"Curves of the first {len(section.curves)} of {count} trials.")
    return section


def _labels(run: RunFolder) -> Table:
    told = run.run
    labels = [
        ("title", told.title.en), ("engine", f"{run.engine} {told.engine_version}"), ("machine", run.machine),
        ("origin", told.origin), ("contributor", told.contributor), ("affiliation", told.affiliation),
        ("paid by", cell(told.paid_by)), ("experiment", cell(told.experiment)), ("replicates", cell(told.replicates)),
        ("tuning", told.tuned.en if told.tuned else told.tuning), ("durability", told.regime.durability),
        ("data", f"{told.regime.data_mib:g} MiB"), ("licence", told.licence),
    ]  # fmt: skip
    if told.withdrawn:
        labels.append(("withdrawn", f"{told.withdrawn.date}: {told.withdrawn.reason.en}"))
    return Table(("label", "value"), tuple(labels))


def _logs(loaded: Loaded, run: RunFolder) -> Section:
    tables = [_lines(loaded.connection, run, loaded.problems), _rows(loaded.connection, run)]
    return Section(f"Logs of {run.run_id}", tables=tables)


def _lines(connection: duckdb.DuckDBPyConnection, run: RunFolder, problems: list[Problem]) -> Table:
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


def _verdicts(subject: Subject) -> Section:
    """Verdicts that change, and those of sentences whose file changes."""
    before = {each.path: each for each in subject.before}
    after = {each.path: each for each in subject.loaded.decisions}
    rows = []
    for path in sorted(before.keys() | after.keys()):
        was, now = before.get(path), after.get(path)
        known = after.get(path) or before[path]
        actual = [each.actual if each else None for each in (was, now)]
        if actual[0] != actual[1] or f"data/{path}" in subject.changed:
            rows.append((known.kind, known.name, *map(cell, actual), cell(now.expected if now else None)))
    section = Section("Claims and guidance")
    if rows:
        section.tables.append(Table(("kind", "name", "verdict before", "verdict now", "the file says"), tuple(rows)))
    else:
        section.sentences.append("No verdict changes.")
    return section
