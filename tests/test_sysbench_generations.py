"""The interval lines of every sysbench since 0.4, and of its CSV and JSON hooks, read a second time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support import Parsed, Row, case_id, cases, of_file

NAMES = {"time": "elapsed_s", "threads": "threads", "tps": "tps", "total": "qps", "reads": "read_qps"}
NAMES |= {"writes": "write_qps", "other": "other_qps", "latency": "latency_ms"}
NAMES |= {"errors": "errors_per_s", "reconnects": "reconnects_per_s"}
FIGURES = ("tps", "read_qps", "write_qps", "events_per_s", "latency_ms")


def after(line: str, *labels: str) -> float | None:
    """The number behind the first of the labels that is there."""
    for label in labels:
        _, found, rest = line.partition(label)
        digits = rest.strip()
        end = next((place for place, sign in enumerate(digits) if sign not in "0123456789."), len(digits))
        if found and end:
            return float(digits[:end])
    return None


def bracketed(line: str) -> Row:
    """The figures of a line that begins with a time in brackets."""
    reads, writes = after(line, " reads/s:", " reads:"), after(line, " writes/s:", " writes:")
    for sign in ("(r/w/o: ", "(r/w/o/d: "):
        if sign in line:
            reads, writes = map(float, line.partition(sign)[2].split("/")[:2])
    latency = after(line, "%):", "response time:", "latency:")
    if latency is not None and f"{line.partition('time:')[2].split('(')[0].strip()[-2:]}" == "us":
        latency /= 1000
    return {
        "threads": after(line, "thds:", "threads:", "Intermediate results:"),
        "tps": after(line, "tps:"),
        "events_per_s": after(line, "eps:", "events/s:"),
        "read_qps": reads,
        "write_qps": writes,
        "latency_ms": latency,
    }


def lines_read(text: str) -> Iterator[tuple[int, Row]]:
    """The interval lines of a log with their figures; those of a JSON object stand at its `time`."""
    started: tuple[int, Row] | None = None
    checkpoint = False
    for number, line in enumerate(text.splitlines(), start=1):
        parts = line.split(",")
        name, _, value = line.strip().rstrip(",").partition(": ")
        if line.startswith("[") and ("thds:" in line or "threads" in line) and "s" in line[:8]:
            yield number, bracketed(line)
        elif len(parts) == 10 and parts[0].isdigit() and parts[1].isdigit():
            yield number, dict(zip(NAMES.values(), map(float, parts), strict=True))
        elif name == '"time"':
            started = (number, {})
        elif started and name.strip('"') in NAMES and value.strip() != "{":
            started[1][NAMES[name.strip('"')]] = float(value)
            if name == '"reconnects"':
                yield started[0], {**started[1], "checkpoint": checkpoint}
                started, checkpoint = None, False
        checkpoint |= line.endswith("Checkpoint report:")


def is_cumulative(row: Row) -> bool:
    """CSV and JSON hooks print a report like an interval: the final one with no threads."""
    return row["threads"] == 0 or row.get("checkpoint") is True


@pytest.mark.parametrize("path", cases("sysbench"), ids=case_id)
def test_intervals(path: Path, parsed_cases: Parsed) -> None:
    read = [(number, row) for number, row in lines_read(path.read_text("utf-8")) if not is_cumulative(row)]
    rows = of_file(parsed_cases.rows, "sysbench_interval", case_id(path))
    assert len(rows) == len(read)
    for row, (number, figures) in zip(rows, read, strict=True):
        assert number - 1 <= row["line"] <= number
        assert row["threads"] == figures["threads"]
        for name in FIGURES:
            if row[name] is not None:
                assert row[name] == pytest.approx(figures.get(name), rel=1e-12), (row["line"], name)
            elif row["void_reason"] is None:
                assert figures.get(name) is None, (row["line"], name)


@pytest.mark.parametrize("path", cases("sysbench"), ids=case_id)
def test_a_figure_is_left_out_for_a_reason(path: Path, parsed_cases: Parsed) -> None:
    figures = dict(lines_read(path.read_text("utf-8")))
    for row in of_file(parsed_cases.rows, "sysbench_interval", case_id(path)):
        printed = figures.get(row["line"]) or figures[row["line"] + 1]
        if row["void_reason"] == "no_events":
            assert not printed["latency_ms"]
            assert not (printed.get("tps") or printed.get("events_per_s"))
        elif row["void_reason"] == "out_of_range":
            assert max(value or 0 for value in printed.values()) > 1e12
        elif row["void_reason"] == "after_checkpoint":
            before = path.read_text("utf-8").splitlines()[: row["line"] - 1]
            assert any("Checkpoint report:" in line for line in before)
