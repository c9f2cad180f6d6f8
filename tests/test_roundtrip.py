"""Random sysbench executions, printed as sysbench prints them, come back as they were."""

from __future__ import annotations

import pytest
from ddlbench.parse.format import load_formats
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from support import of_file, parse_texts
from sysbench_rows import differences, expected_bars, expected_intervals, expected_reports
from sysbench_text import RATES, Execution, Interval, Queue, Report, read, render

# A failing example is a whole log; its length is no fault.
pytestmark = pytest.mark.filterwarnings("ignore::hypothesis.errors.HypothesisWarning")

FORMATS = load_formats()

counts = st.integers(0, 2**40)
rates = st.integers(0, 10**9).map(lambda number: number / 100)
seconds = st.integers(1, 10**6)
threads = st.integers(1, 4096)
percentiles = st.sampled_from([0, 1, 50, 95, 99, 100])


def intervals(percentile: int) -> st.SearchStrategy[Interval]:
    rate = st.one_of(rates, st.just(0.0), st.just(18446729350417612800.0))
    figures = [rate, rate, rates, rates, rates, st.just(percentile), st.one_of(rates, st.just(0.0)), rates, rates]
    return st.builds(Interval, seconds, threads, *figures)


@st.composite
def reports(draw: st.DrawFn, percentile: int, checkpoint: bool) -> Report:
    """A block of statistics; only the final one has a histogram."""
    names = ["min", "avg", "max", "sum", *(["percentile"] if percentile else [])]
    values = [] if checkpoint else draw(st.lists(st.integers(1, 10**7), max_size=4, unique=True))
    queries = [draw(counts) for _ in range(3)]
    return Report(
        draw(seconds) if checkpoint else None,
        queries,
        {name: sum(queries) if name == "queries" else draw(counts) for name in RATES},
        {name: draw(rates) for name in RATES},
        draw(st.integers(1, 10**9)) / 10**4,
        draw(counts),
        {name: draw(rates) for name in names},
        percentile,
        (draw(st.integers(0, 10**9)) / 10**4, draw(rates)),
        (draw(st.integers(0, 10**9)) / 10**4, draw(rates)),
        [(value / 1000, draw(st.integers(1, 10**6))) for value in sorted(values)],
    )


@st.composite
def executions(draw: st.DrawFn) -> Execution:
    """Periods of interval lines, each but the last closed by a checkpoint; the last by a final report or by nothing."""
    percentile = draw(percentiles)
    rate = draw(st.sampled_from([0, 0, 200]))
    parts: list[Interval | Queue | Report] = []
    for _ in range(draw(st.integers(0, 2))):
        parts += draw(st.lists(intervals(percentile), max_size=3))
        parts.append(draw(reports(percentile, True)))
    for line in draw(st.lists(intervals(percentile), max_size=4)):
        parts.append(line)
        if rate:
            parts.append(Queue(line.elapsed_s, draw(st.integers(0, 10**6)), draw(st.integers(0, 4096))))
    if draw(st.booleans()):
        parts.append(draw(reports(percentile, False)))
    checkpoints = [part.checkpoint_s for part in parts if isinstance(part, Report) and part.checkpoint_s is not None]
    version = draw(st.sampled_from(["1.0.0", "1.0.17", "1.0.20"]))
    return Execution(version, draw(threads), draw(st.integers(1, 60)), parts, rate, checkpoints)


logs = st.lists(executions(), min_size=1, max_size=2)


@settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate],  # Without shrinking, which would take minutes; the differences say what is wrong.
    suppress_health_check=list(HealthCheck),
)
@given(st.lists(logs, min_size=3, max_size=8))
def test_what_was_printed_comes_back(printed: list[list[Execution]]) -> None:
    texts = {f"{number}.log": "".join(map(render, log)) for number, log in enumerate(printed)}
    parsed = parse_texts(FORMATS, texts)
    assert (parsed.unread, parsed.problems) == ([], [])
    for name, text in texts.items():
        again = read(text)
        for table, expected in (
            ("sysbench_interval", expected_intervals(again)),
            ("sysbench_report", expected_reports(again)),
            ("sysbench_histogram", expected_bars(again)),
        ):
            assert differences(of_file(parsed.rows, table, name), expected) == [], text


@settings(max_examples=100, deadline=None, derandomize=True)
@given(executions())
def test_the_second_reading_knows_what_was_printed(execution: Execution) -> None:
    [again] = read(render(execution))
    for part in again.parts:
        if isinstance(part, Report):
            part.histogram_lines = []
        else:
            part.line = 0
    assert again == execution
