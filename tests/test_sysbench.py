"""Sysbench captures against a second, naive reading of the same bytes, and against what is known of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from ddlbench.parse.format import Format
from support import Parsed, case_id, cases, of_file, parse_texts
from sysbench_rows import chosen, expected_bars, expected_intervals, expected_reports
from sysbench_text import Execution, read, render

CHECKPOINTS = "sysbench/sysbench-1.0.20-oltp_read_write-mariadb10.11-checkpoints-histogram.log"
POSTGRES = "sysbench/sysbench-1.0.20-oltp_read_write-postgres15.log"
RENAMED = "sysbench/sysbench-1.0.20-fatal-table-renamed.log"
VERBOSE = "sysbench/sysbench-1.0.20-verbosity5-head.log"
WHOLE = {
    CHECKPOINTS: "sysbench 1.0.20 with checkpoints and a histogram",
    POSTGRES: "sysbench 1.0.20 that stalled",
    "sysbench/sysbench-1.0.20-percentile0.log": "sysbench 1.0.20 without percentiles",
    "sysbench/sysbench-1.0.20-rate.log": "sysbench 1.0.20 with a rate",
}

MADE_UP = ("forced-shutdown", "out-of-range-after-checkpoint", "two-executions")
OTHERS = ("-hook-report_csv", "-hook-report_json", "-debug-tail", "-cpu-rate-checkpoint")
"""What the second reading does not know: hooks and tests with lines of their own, and a log without its beginning."""


def is_text_of_1_0(path: Path) -> bool:
    capture = path.name.startswith("sysbench-1.0.20-") and not any(mark in path.name for mark in OTHERS)
    return capture or path.stem in MADE_UP


EVERY_CASE = pytest.mark.parametrize("path", [path for path in cases("sysbench") if is_text_of_1_0(path)], ids=case_id)


def reading(path: Path) -> list[Execution]:
    return read(path.read_text("utf-8"))


def case(name: str) -> Path:
    return next(path for path in cases() if case_id(path) == name)


@pytest.mark.parametrize("name", WHOLE)
def test_the_second_reading_gives_the_capture_back(name: str) -> None:
    [execution] = reading(case(name))
    assert render(execution).encode() == case(name).read_bytes()


@EVERY_CASE
def test_intervals(path: Path, parsed_cases: Parsed) -> None:
    expected = expected_intervals(reading(path))
    rows = of_file(parsed_cases.rows, "sysbench_interval", case_id(path))
    assert chosen([row for row in rows if row["events_per_s"] is None], expected) == expected


@EVERY_CASE
def test_histograms(path: Path, parsed_cases: Parsed) -> None:
    expected = expected_bars(reading(path))
    assert chosen(of_file(parsed_cases.rows, "sysbench_histogram", case_id(path)), expected) == expected


@EVERY_CASE
def test_reports(path: Path, parsed_cases: Parsed) -> None:
    expected = expected_reports(reading(path))
    rows = of_file(parsed_cases.rows, "sysbench_report", case_id(path))
    assert chosen([row for row in rows if row["tps"] is not None], expected) == expected


@EVERY_CASE
def test_window_is_count_by_rate(path: Path, parsed_cases: Parsed) -> None:
    reports = [report for execution in reading(path) for report in execution.reports()]
    rows = [row for row in of_file(parsed_cases.rows, "sysbench_report", case_id(path)) if row["tps"] is not None]
    for row, report in zip(rows, reports, strict=True):
        assert row["window_s"] == pytest.approx(report.counts["queries"] / report.rates["queries"], abs=1e-4)


@EVERY_CASE
def test_executions_repeat_their_final_report(path: Path, parsed_cases: Parsed) -> None:
    rows = of_file(parsed_cases.rows, "sysbench_execution", case_id(path))
    reports = of_file(parsed_cases.rows, "sysbench_report", case_id(path))
    for row, execution in zip(rows, reading(path), strict=True):
        assert row["version"] == execution.version
        assert (row["threads"] or 0, row["report_interval_s"] or 0) == (execution.threads, execution.report_interval_s)
        assert (row["target_tps"] or 0) == execution.rate
        final = [each for each in reports if each["execution_no"] == row["execution_no"] and each["kind"] == "final"]
        for name in row.keys() & reports[0].keys() - {"line"} if final else ():
            assert row[name] == final[-1][name], name


def test_checkpoints_cover_only_the_time_since_the_one_before(parsed_cases: Parsed) -> None:
    rows = of_file(parsed_cases.rows, "sysbench_report", CHECKPOINTS)
    assert [row["kind"] for row in rows] == ["checkpoint", "checkpoint", "final"]
    assert [round(row["window_s"], 1) for row in rows] == [10.0, 10.0, 20.0]
    assert rows[2]["transactions"] == 17455
    assert rows[2]["window_s"] == pytest.approx(17455 / 872.63, abs=1e-3)
    assert rows[2]["total_time_s"] == 40.0037
    assert sum(row["window_s"] for row in rows) == pytest.approx(40.0037, abs=0.01)


def test_the_line_after_a_checkpoint_has_no_figures(parsed_cases: Parsed) -> None:
    rows = of_file(parsed_cases.rows, "sysbench_interval", CHECKPOINTS)
    assert [row["elapsed_s"] for row in rows] == list(range(1, 41))
    void = [row for row in rows if row["void_reason"]]
    assert [(row["elapsed_s"], row["void_reason"], row["tps"]) for row in void] == [
        (10, "after_checkpoint", None),
        (20, "after_checkpoint", None),
    ]


def test_a_histogram_counts_the_events_of_its_report(parsed_cases: Parsed) -> None:
    bars = of_file(parsed_cases.rows, "sysbench_histogram", CHECKPOINTS)
    assert len(bars) == 281
    assert sum(bar["count"] for bar in bars) == 17455


def test_a_report_of_one_figure_that_fits_no_column_is_told(formats: dict[str, Format]) -> None:
    """It makes no row, which must not hide that a figure was lost."""
    text = "sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n\nGeneral statistics:\n"
    parsed = parse_texts(formats, {"a.log": text + f"    total number of events:              {10**30}\n"})
    assert [(problem.path, problem.line) for problem in parsed.problems] == [("a.log", 4)]
    assert parsed.rows["sysbench_report"] == []


def test_stalled_seconds_have_no_latency(parsed_cases: Parsed) -> None:
    rows = of_file(parsed_cases.rows, "sysbench_interval", POSTGRES)
    stalled = [(row["elapsed_s"], row["tps"], row["latency_ms"]) for row in rows if row["void_reason"] == "no_events"]
    assert stalled == [(12, 0.0, None), (13, 0.0, None)]


def test_no_percentile_is_not_a_percentile_of_zero(parsed_cases: Parsed) -> None:
    name = "sysbench/sysbench-1.0.20-percentile0.log"
    assert {row["void_reason"] for row in of_file(parsed_cases.rows, "sysbench_interval", name)} == {"percentile_off"}
    [report] = of_file(parsed_cases.rows, "sysbench_report", name)
    assert (report["latency_percentile"], report["latency_percentile_ms"]) == (None, None)


def test_messages_count_their_repeats(parsed_cases: Parsed) -> None:
    rows = of_file(parsed_cases.rows, "sysbench_message", RENAMED)
    statements = [row for row in rows if row["message"].startswith("mysql_stmt_execute()")]
    assert [row["repeats"] for row in statements] == [2, 1, 1]
    assert {row["severity"] for row in rows} == {"FATAL"}


def test_repeats_belong_to_the_line_above_only(parsed_cases: Parsed) -> None:
    """What was repeated here is `Time limit exceeded, exiting...`, not the last line with a severity."""
    rows = of_file(parsed_cases.rows, "sysbench_message", VERBOSE)
    started = [row["repeats"] for row in rows if row["message"] and row["message"].startswith("Worker thread")]
    assert started == [1, 1, 1, 1]


@pytest.mark.parametrize(
    ("name", "outcomes"),
    [
        (CHECKPOINTS, ["completed"]),
        (POSTGRES, ["completed"]),
        (RENAMED, ["failed"]),
        ("sysbench/sysbench-1.0.20-fatal-killed-connection.log", ["failed"]),
        ("sysbench/sysbench-1.0.20-rate-overflow.log", ["failed"]),
        ("sysbench/sysbench-1.0.20-sigint-no-summary.log", ["no_summary"]),
        ("sysbench/sysbench-1.0.20-reconnects-ignore-all.log", ["no_summary"]),
        ("sysbench/out-of-range-after-checkpoint.log", ["no_summary"]),
        ("sysbench/forced-shutdown.log", ["forced"]),
        ("sysbench/two-executions.log", ["no_summary", "completed"]),
    ],
)
def test_outcome(name: str, outcomes: list[str], parsed_cases: Parsed) -> None:
    assert [row["outcome"] for row in of_file(parsed_cases.rows, "sysbench_execution", name)] == outcomes


def test_two_executions_are_what_each_is_alone(parsed_cases: Parsed) -> None:
    first, second = "sysbench/sysbench-1.0.20-sigint-no-summary.log", "sysbench/sysbench-1.0.20-rate.log"
    shift = case(first).read_text("utf-8").count("\n")
    for table in ("sysbench_interval", "sysbench_queue", "sysbench_report", "sysbench_execution"):
        alone = of_file(parsed_cases.rows, table, first)
        alone += [
            {**row, "line": row["line"] + shift, "execution_no": 2} for row in of_file(parsed_cases.rows, table, second)
        ]
        together = of_file(parsed_cases.rows, table, "sysbench/two-executions.log")
        assert [{**row, "file": ""} for row in together] == [{**row, "file": ""} for row in alone]
