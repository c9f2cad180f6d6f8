"""The rows that sysbench 1.0 output stands for, made from its second reading."""

from __future__ import annotations

from typing import Any

from support import Row
from sysbench_text import Execution, Interval, Report

IMPOSSIBLE = 1e12
"""A rate that no machine reaches: a counter ran backwards."""

LARGEST_LATENCY_MS = 100000
"""Where the histogram of sysbench 1 ends."""

SHORTEST_LATENCY_MS = 0.02
"""A minimum from which on a percentile printed as 0.00 is impossible."""


def expected_interval(line: Interval, after_checkpoint: bool) -> Row:
    """The row of an interval line, with what its figures are not good for left out."""
    rates: dict[str, float | None] = {
        "tps": line.tps,
        "qps": line.qps,
        "read_qps": line.read_qps,
        "write_qps": line.write_qps,
        "other_qps": line.other_qps,
        "errors_per_s": line.errors_per_s,
        "reconnects_per_s": line.reconnects_per_s,
        "latency_ms": line.latency_ms,
    }
    no_percentile = line.percentile == 0 or (line.latency_ms == 0 and line.tps > 0 and line.qps > 0)
    no_latency = line.tps > IMPOSSIBLE or no_percentile or (line.tps == 0 and line.latency_ms == 0)
    void = None
    if after_checkpoint:
        void, rates = "after_checkpoint", dict.fromkeys(rates)
    elif max(line.tps, line.qps, line.read_qps, line.write_qps, line.other_qps) > IMPOSSIBLE:
        void = "out_of_range"
    elif no_percentile:
        void = "percentile_off"
    elif no_latency:
        void = "no_events"
    elif line.latency_ms >= LARGEST_LATENCY_MS:
        void = "latency_capped"
    rates = {name: None if rate is None or rate > IMPOSSIBLE else rate for name, rate in rates.items()}
    rates["latency_ms"] = None if no_latency else rates["latency_ms"]
    place = {"line": line.line, "elapsed_s": line.elapsed_s, "threads": line.threads}
    return {**place, "latency_percentile": line.percentile, "void_reason": void, **rates}


def expected_intervals(executions: list[Execution]) -> list[Row]:
    """The rows of all interval lines of a log."""
    rows = []
    for number, execution in enumerate(executions, start=1):
        before: Any = None
        for part in execution.parts:
            if isinstance(part, Interval):
                after_checkpoint = isinstance(before, Report) and before.checkpoint_s is not None
                rows.append({"execution_no": number, **expected_interval(part, after_checkpoint)})
            before = part
    return rows


def expected_report(report: Report) -> Row:
    """The row of a block of statistics, but for its window."""
    read_, write, other = report.queries
    row: Row = {
        "kind": "final" if report.checkpoint_s is None else "checkpoint",
        "read_queries": read_,
        "write_queries": write,
        "other_queries": other,
        "total_queries": report.counts["queries"],
        "transactions": report.counts["transactions"],
        "tps": report.rates["transactions"],
        "qps": report.rates["queries"],
        "total_time_s": report.total_time_s,
        "events": report.events,
        "latency_percentile": report.percentile or None,
        "latency_percentile_ms": report.latency.get("percentile"),
    }
    for name in ("ignored errors", "reconnects"):
        column = name.replace(" ", "_")
        row |= {column: report.counts[name], f"{column}_per_s": report.rates[name]}
    row |= {f"latency_{name}_ms": report.latency[name] for name in ("min", "avg", "max", "sum")}
    for column, pair in (("events_per_thread", report.events_fairness), ("execution_time", report.time_fairness)):
        unit = "_s" if column == "execution_time" else ""
        row |= {f"{column}_avg{unit}": pair[0], f"{column}_stddev{unit}": pair[1]}
    if row["latency_percentile_ms"] == 0 and report.latency["min"] >= SHORTEST_LATENCY_MS:
        row["latency_percentile_ms"] = None
    if report.events == 0:
        row |= dict.fromkeys(f"latency_{name}_ms" for name in ("min", "avg", "max", "percentile"))
    return row


def expected_reports(executions: list[Execution]) -> list[Row]:
    """The rows of all blocks of statistics of a log, but for their windows."""
    return [
        {"execution_no": number, "report_no": nth, **expected_report(report)}
        for number, execution in enumerate(executions, start=1)
        for nth, report in enumerate(execution.reports(), start=1)
    ]


def expected_bars(executions: list[Execution]) -> list[Row]:
    """The rows of all histograms of a log."""
    reports = [(number, each) for number, one in enumerate(executions, start=1) for each in one.reports()]
    with_bars = [(number, report) for number, report in reports if report.histogram]
    return [
        {"line": line, "execution_no": number, "histogram_no": nth, "value_ms": value, "count": count}
        for nth, (number, report) in enumerate(with_bars, start=1)
        for line, (value, count) in zip(report.histogram_lines, report.histogram, strict=True)
    ]


def chosen(rows: list[Row], expected: list[Row]) -> list[Row]:
    """The rows with the columns that are expected."""
    return [{name: row[name] for name in expected[0]} for row in rows] if expected else rows


def differences(rows: list[Row], expected: list[Row]) -> list[Row]:
    """Where rows are not what is expected: the columns of each with both values."""
    if len(rows) != len(expected):
        return [{"rows": (len(rows), len(expected))}]
    pairs = zip(chosen(rows, expected), expected, strict=True)
    unlike = (
        {name: (row[name], wanted[name]) for name in wanted if row[name] != wanted[name]} for row, wanted in pairs
    )
    return [each for each in unlike if each]
