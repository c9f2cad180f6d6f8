"""Executions whose start is not in the log, told by figures that are counted from it: where one falls, another began.

People set the last reports of several runs one below the other, and run several processes into one log. What the
reports belong to is numbered in `placed`, before any row is made of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby, pairwise

import duckdb

from ddlbench.database import literal
from ddlbench.parse import compile
from ddlbench.parse.anew import begin_at
from ddlbench.parse.format import Cumulative, Format

Figures = tuple[bool, list[float | None]]
"""Whether a line stands in an execution once, and its figures."""

Line = tuple[int, int, int, bool, str | None, list[float | None]]
"""File, line, execution, whether it stands there once, what it is of (None for a head of reports), its figures."""

STEP = 0.5
"""Share of the time of the first report that has to pass, at least, before the same process reports again."""


@dataclass
class Report:
    """Lines that follow each other and are of something else each, with a head that may stand above them."""

    file: int
    execution: int
    first: int
    last: int
    headed: bool
    series: dict[str, Figures] = field(default_factory=dict)

    @cached_property
    def seconds(self) -> float:
        """Time since the start; 0 where the report does not say."""
        return max((figures[0] or 0 for _, figures in self.series.values()), default=0)

    @cached_property
    def rate(self) -> float:
        """What was counted by second, of all that is reported."""
        counted = sum(figures[-1] or 0 for _, figures in self.series.values())
        return counted / self.seconds if self.seconds else 0

    def falls(self, known: dict[str, Figures]) -> bool:
        """Whether it cannot be of the execution of what is known: a figure is less, or both stand there once."""
        return any(name in known and _falls(known[name], figures) for name, figures in self.series.items())


def begin(cursor: duckdb.DuckDBPyConnection, form: Format, rule: Cumulative) -> None:
    """Number the executions of `placed` anew, as figures tell that more of them began."""
    lines = cursor.execute(_lines(form, rule)).fetchall()
    begun = list(_begun(_reports(lines)))
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


def _reports(lines: Iterable[Line]) -> Iterator[Report]:
    report: Report | None = None
    for file, line, execution, once, series, figures in lines:
        goes_on = report and (report.file, report.execution, report.last) == (file, execution, line - 1)
        if report is None or not goes_on or series is None or series in report.series:
            if report:
                yield report
            report = Report(file, execution, line, line, headed=series is None)
        report.last = line
        if series is not None:
            report.series[series] = (once, figures)
    if report:
        yield report


def _begun(reports: Iterable[Report]) -> Iterator[tuple[int, int, int]]:
    """The files and lines from which on reports belong to another execution, and how many numbers that is further.

    Where several starts stand above processes that report in turn, nothing tells which is whose: none is of a report.
    """
    for file, of_file in groupby(reports, lambda each: each.file):
        further = more = above = 0
        for own in _together(of_file):
            in_turn = _is_interleaved(own)
            places = _interleaved(own) if in_turn else _in_turn(own)
            if in_turn and own[0].execution > above + 1:
                more += 1
            above = own[-1].execution
            for report, place in zip(own, places, strict=True):
                now = more + place - (report.execution - own[0].execution)
                if now != further:
                    yield file, report.first, now - further
                further = now
            more += max(places) - (own[-1].execution - own[0].execution)
            if more != further:
                yield file, own[-1].last + 1, more - further
            further = more


def _together(reports: Iterable[Report]) -> Iterator[list[Report]]:
    """Reports of one execution each; of processes that report in turn all, whose ends look like other executions."""
    own: list[Report] = []
    for _, group in groupby(reports, lambda each: each.execution):
        found = list(group)
        is_end = len(found) == 1 and found[0].headed
        if own and not (is_end and found[0].execution == own[-1].execution + 1 and _is_interleaved(own)):
            yield own
            own = []
        own += found
    if own:
        yield own


def _in_turn(reports: list[Report]) -> list[int]:
    """Places of the executions of reports that stand one below the other: the next one begins where a figure falls."""
    places: list[int] = []
    place, known = 0, dict[str, Figures]()
    for report in reports:
        if report.falls(known):
            place, known = place + 1, {}
        known |= report.series
        places.append(place)
    return places


def _is_interleaved(reports: list[Report]) -> bool:
    """Whether several processes report in turn: figures fall from one report to the next, but time goes on."""
    step = STEP * reports[0].seconds
    fell = [
        above.seconds
        for above, report in pairwise(reports)
        if report.falls(above.series) and abs(report.seconds - above.seconds) < step
    ]
    return len(fell) > 1 and max(fell) - min(fell) >= step


def _interleaved(reports: list[Report]) -> list[int]:
    """Places of the processes of reports: each is of that whose last report it can follow, at the nearest rate."""
    last: list[Report] = []
    places: list[int] = []
    step = STEP * reports[0].seconds
    for report in reports:
        can = [
            (abs(report.rate - each.rate), place)
            for place, each in enumerate(last)
            if not report.falls(each.series) and (report.headed or report.seconds - each.seconds >= step)
        ]
        place = min(can)[1] if can else len(last)
        last[place : place + 1] = [report]
        places.append(place)
    return places


def _falls(before: Figures, after: Figures) -> bool:
    """Whether a line cannot be of the execution of one above: a figure is less, or both stand there once."""
    pairs = zip(before[1], after[1], strict=True)
    return (before[0] and after[0]) or any(new < old for old, new in pairs if old is not None and new is not None)
