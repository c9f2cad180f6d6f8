"""Figures of a report: as SVG that needs no script, and as lines of plain text."""

from __future__ import annotations

import html
from collections.abc import Iterator
from math import ceil

from ddlbench.errors import printable
from ddlbench.report.parts import Curve, Whisker, Whiskers

WIDE, HIGH = 640, 120
STEP = 22
LABELS = 340
"""Width that the labels of whiskers take, in pixels."""

LABEL = 48
"""Characters of a label that have room there."""

COLUMNS = 60
BARS = "▁▂▃▄▅▆▇█"


def escaped(text: str) -> str:
    """Text as HTML shows it."""
    return html.escape(printable(text.replace("\n", " ⏎ ")))


def curve_svg(curve: Curve) -> str:
    """A line over time from zero to the largest value, with the DDL window."""
    last = max(second for second, _ in curve.points) or 1.0
    most = max(value for _, value in curve.points) or 1.0
    points = " ".join(f"{second / last * WIDE:.1f},{HIGH - value / most * HIGH:.1f}" for second, value in curve.points)
    marks = "".join(
        f'<line x1="{moment / last * WIDE:.1f}" y1="0" x2="{moment / last * WIDE:.1f}" y2="{HIGH}"/>'
        for moment in (curve.begin, curve.end)
        if moment is not None
    )
    label = escaped(_label(curve))
    drawing = f'<svg role="img" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}"><title>{label}</title>'
    return f'<figure><figcaption>{label}</figcaption>{drawing}<polyline points="{points}"/>{marks}</svg></figure>'


def _label(curve: Curve) -> str:
    last, most = max(second for second, _ in curve.points), max(value for _, value in curve.points)
    begin = f", DDL from {curve.begin:.1f} s" if curve.begin is not None else ""
    end = f" to {curve.end:.1f} s" if curve.end is not None else ""
    return f"{curve.title}: 0 to {most:.0f} over {last:.0f} s{begin}{end}"


def curve_text(curve: Curve) -> Iterator[str]:
    """The same as a row of bars, each the mean of its share of the time, above a row that marks the DDL window."""
    last = max(second for second, _ in curve.points) or 1.0
    most = max(value for _, value in curve.points) or 1.0
    # A point stands for the time since the one before.
    columns: list[list[float]] = [[] for _ in range(min(COLUMNS, len(curve.points)))]
    for second, value in curve.points:
        columns[_last_column(second * len(columns) / last, len(columns))].append(value)
    yield _label(curve)
    yield "".join(BARS[round(sum(each) / len(each) / most * (len(BARS) - 1))] if each else " " for each in columns)
    if curve.begin is not None:
        begin = min(int(max(0.0, curve.begin) * len(columns) / last), len(columns) - 1)
        end = begin if curve.end is None else max(begin, _last_column(curve.end * len(columns) / last, len(columns)))
        yield " " * begin + "^" * (end - begin + 1)


def _last_column(end: float, count: int) -> int:
    """The column that a time ends in, given in columns."""
    return min(count - 1, max(0, ceil(round(end, 6)) - 1))


def whiskers_svg(drawn: Whiskers) -> str:
    """A dot and a line a row, from zero to the largest end."""
    most = max(_ends(row)[1] for row in drawn.rows) or 1.0
    rows = "".join(_row(row, number, most) for number, row in enumerate(drawn.rows))
    label = escaped(f"{drawn.title}: 0 to {most:.4g}")
    high = STEP * len(drawn.rows)
    drawing = f'<svg role="img" viewBox="0 0 {LABELS + WIDE} {high}" width="{LABELS + WIDE}"><title>{label}</title>'
    return f"<figure><figcaption>{label}</figcaption>{drawing}{rows}</svg></figure>"


def _ends(row: Whisker) -> tuple[float, float]:
    return (row.value if row.low is None else row.low), (row.value if row.high is None else row.high)


def _row(row: Whisker, number: int, most: float) -> str:
    low, at, high = (LABELS + max(0.0, each) / most * (WIDE - 8) for each in (_ends(row)[0], row.value, _ends(row)[1]))
    middle = STEP * number + STEP / 2
    line = f'<path d="M{low:.1f} {middle}H{high:.1f}"/><circle cx="{at:.1f}" cy="{middle}" r="4"/>'
    shown = row.label if len(row.label) <= LABEL else f"{row.label[: LABEL - 1]}…"
    return f'<text x="0" y="{middle + 5}">{escaped(shown)}<title>{escaped(row.label)}</title></text>{line}'
