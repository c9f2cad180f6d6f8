"""Executions whose start is not in the log, told by figures that are counted from it: where one falls, another began.

People set the last reports of several runs one below the other. What such a report begins is numbered in `placed`,
before any row is made of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import duckdb

from ddlbench.database import literal
from ddlbench.parse import compile
from ddlbench.parse.anew import begin_at
from ddlbench.parse.format import Cumulative, Format

Figures = tuple[bool, list[float | None]]
"""Whether a line stands in an execution once, and its figures."""

Line = tuple[int, int, int, bool, str | None, list[float | None]]
"""File, line, execution, whether it stands there once, what it is of (None for a head of reports), its figures."""


def begin(cursor: duckdb.DuckDBPyConnection, form: Format, rule: Cumulative) -> None:
    """Number the executions of `placed` anew, as figures tell that more of them began."""
    lines = cursor.execute(_lines(form, rule)).fetchall()
    begun = list(_begun(lines))
    if begun:
        begin_at(cursor, ["placed"], begun)


def _lines(form: Format, rule: Cumulative) -> str:
    """SQL of the lines of a rule, in their order, with those above them that begin executions."""
    texts = [
        f"SELECT file_no, line, execution_no, {literal(name)} IN ({', '.join(map(literal, ['', *rule.once]))}), "
        f"concat_ws(' ', {', '.join(f'g.{each}' for each in rule.of)}), "
        f"[{', '.join(f'TRY_CAST(g.{each} AS DOUBLE)' for each in rule.figures)}] "
        f"FROM ({compile.extract(form, name)})"
        for name in rule.patterns
    ]
    heads = [str(form.numbers[name]) for name in rule.heads]
    if heads:
        texts.append(
            f"SELECT file_no, line, execution_no, false, NULL, [] FROM placed WHERE pattern IN ({', '.join(heads)})"
        )
    return " UNION ALL ".join(texts) + " ORDER BY 1, 2"


def _begun(lines: Iterable[Line]) -> Iterator[tuple[int, int]]:
    """The files and lines where another execution begins: the first of a report with a figure that fell, or its head.

    A report is of lines that follow each other and are of something else each.
    """
    above, execution_above = (-1, -1), (-1, -1)
    first, fell = 0, False
    known: dict[str, Figures] = {}
    report: dict[str, Figures] = {}
    for file, line, execution, once, series, figures in lines:
        if (file, execution) != execution_above:
            known, report = {}, {}
        if above != (file, line - 1) or series is None or series in report:
            first, known, report, fell = line, known | report, {}, False
        if series is not None:
            if not fell and series in known and _falls(known[series], (once, figures)):
                yield file, first
                known, fell = {}, True
            report[series] = (once, figures)
        above, execution_above = (file, line), (file, execution)


def _falls(before: Figures, after: Figures) -> bool:
    """Whether a line cannot be of the execution of one above: a figure is less, or both stand there once."""
    pairs = zip(before[1], after[1], strict=True)
    return (before[0] and after[0]) or any(new < old for old, new in pairs if old is not None and new is not None)
