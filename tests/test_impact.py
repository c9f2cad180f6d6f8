"""The impact of a DDL on runs made by hand, whose figures are known exactly."""

from __future__ import annotations

import shutil
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from ddlbench.build import Loaded, load
from handmade import HandmadeRun, events, progress, sysbench_log, trial_logs
from support import TESTS

# 2 s warm-up, 8 s baseline (mean 100, sample standard deviation 2.138), 6 s of DDL, then the return.
BASELINE = [98.0, 102.0, 98.0, 102.0, 98.0, 102.0, 98.0, 102.0]
WINDOW = [50.0, 0.0, 0.0, 40.0, 60.0, 50.0]
AFTER = [80.0, 98.0, 90.0, 99.0, 101.0, 100.0, 100.0]
FIGURES = [(10.0, 1.0)] * 2 + [(tps, 4.0) for tps in BASELINE]
FIGURES += [(tps, 8.0 if tps else 0.0) for tps in WINDOW] + [(tps, 4.0) for tps in AFTER]
MOMENTS = {"baseline_started": 2.0, "ddl_started": 10.0, "ddl_ended": 16.0, "load_ended": 23.0}
CUT = [(100.0, 4.0)] * 10 + [(60.0, 4.0), (20.0, 4.0), (80.0, 4.0)] + [(100.0, 4.0)] * 5
CLIENT = "--------------\nalter table t add index i(c)\n--------------\n\nQuery OK, 0 rows affected (6.00 sec)\n"
# Samples half a second apart: waiting until 13 s, building until 15 s, then half a second each.
STAGES = [
    *((moment / 2, "Waiting for table metadata lock", 0, 0) for moment in range(21, 26)),
    *((moment / 2, "stage/innodb/alter table (merge sort)", 10, 100) for moment in range(26, 30)),
    (15.0, "stage/innodb/alter table (log apply index)", 90, 100),
    (15.5, "committing alter table to storage engine", 100, 100),
]


def rows(loaded: Loaded, query: str) -> list[dict[str, Any]]:
    cursor = loaded.connection.execute(query)
    names = [column[0] for column in cursor.description or []]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Loaded:
    """All runs of this module, since loading takes longer than all tests."""
    project = Path(shutil.copytree(TESTS / "project", tmp_path_factory.mktemp("known") / "project"))
    run = HandmadeRun(project)
    logs = {
        "sysbench.log": sysbench_log(FIGURES),
        "timeline.jsonl": events(**MOMENTS),
        "progress.jsonl": progress(*STAGES),
    }
    run.trial(logs, load_level=100, innodb_sort_buffer_size=1048576)
    run.trial(trial_logs(100.0, 96.0), control=True, load_level=100)
    run.trial(trial_logs(100.0, 97.0), load_level=100, innodb_sort_buffer_size=1048576)
    run.trial(trial_logs(100.5, 97.5), load_level=50, innodb_sort_buffer_size=1048576)
    moments = {"baseline_started": 0.0, "ddl_started": 10.5, "ddl_ended": 12.25}
    HandmadeRun(project, "20260402-cut").trial({"sysbench.log": sysbench_log(CUT), "timeline.jsonl": events(**moments)})
    clock = HandmadeRun(project, "20260403-clock")
    clock.trial({"sysbench.log": sysbench_log([*FIGURES, (99.0, 4.0)])})
    clock.trial({"sysbench.log": sysbench_log(FIGURES[:-1]), "ddl.log": CLIENT}, extra="ddl_starts_at_s = 10")
    late = HandmadeRun(project, "20260404-late")
    for after in ((90.0, 90.0, 90.0, 90.0), (100.0, 100.0)):
        figures = [(tps, 4.0) for tps in (*BASELINE, 50.0, 50.0, *after)]
        moments = {"baseline_started": 0.0, "ddl_started": 8.0, "ddl_ended": 10.0}
        late.trial({"sysbench.log": sysbench_log(figures), "timeline.jsonl": events(**moments)})
    short = HandmadeRun(project, "20260406-short")
    short.trial(trial_logs(100.0, 100.0), control=True, load_level=100)
    for during in (96.0, 95.0):
        figures = [(tps, 4.0) for tps in (*BASELINE, during, *AFTER)]
        moments = {"baseline_started": 0.0, "ddl_started": 8.0, "ddl_ended": 9.0}
        short.trial({"sysbench.log": sysbench_log(figures), "timeline.jsonl": events(**moments)}, load_level=100)
    HandmadeRun(project, "20260405-large", data_mib=2300).trial(trial_logs(100.0, 91.0), load_level=100)
    for name, before, kept in (("20260407-quiet", 200.0, 0.98), ("20260408-noisy", 300.0, 0.95)):
        run = HandmadeRun(project, name)
        run.trial(trial_logs(before, kept * before), control=True, load_level=70, workload="oltp_read_write")
        run.trial(trial_logs(before, 0.96 * before), load_level=70, workload="oltp_read_write")
        run.trial(trial_logs(2 * before, 1.92 * before), load_level=70, workload="own_script")
    other = HandmadeRun(project, "20260409-other", data_mib=2300)
    other.trial(trial_logs(500.0, 480.0), load_level=70, workload="oltp_read_write")
    loaded = load(project / "data", None)
    assert [str(problem) for problem in loaded.problems if problem.severity == "error"] == []
    return loaded


def impact_of(loaded: Loaded, run: str) -> list[dict[str, Any]]:
    return rows(loaded, f"FROM impact WHERE run_id LIKE '%{run}' ORDER BY trial_id")


def test_impact_of_a_known_trial_is_exact(known: Loaded) -> None:
    impact = impact_of(known, "handmade")[0]
    wanted = {
        "clock": "timeline",
        "ddl_outcome": "completed",
        "duration_s": Decimal("6.000"),
        "window_interval_count": 6,
        "baseline_tps": Decimal("100.00"),
        "baseline_tps_sd": Decimal("2.14"),
        "window_tps": Decimal("33.33"),
        "worst_tps": Decimal("0.00"),
        "throughput_kept_pct": Decimal("33.33"),
        "transactions_lost": Decimal(400),
        "stall_s": Decimal("2.0"),
        "latency_percentile": 95,
        "baseline_latency_ms": Decimal("4.00"),
        "window_latency_ms": Decimal("8.00"),
        "worst_latency_ms": Decimal("8.00"),
        "latency_inflation": Decimal("2.000"),
        "recovered": True,
        # 80 and 90 are below 100 - twice 2.138, so the first three in a row are 99, 101, 100: 3 s after the end.
        "recovery_s": Decimal("3.0"),
        "noise_pct": Decimal("4.00"),
        "effect": "slower",
    }
    assert {name: impact[name] for name in wanted} == wanted


def test_an_effect_within_the_noise_of_the_controls_is_none(known: Loaded) -> None:
    found = impact_of(known, "handmade")
    assert [each["effect"] for each in found] == ["slower", "control", "no effect", "not comparable"]
    # The latency doubles in the control trial too.
    assert [each["latency_effect"] for each in found] == ["no effect", "control", "no effect", "not comparable"]


def test_noise_is_that_of_all_comparable_controls(known: Loaded) -> None:
    found = {run: impact_of(known, run) for run in ("quiet", "noisy", "other")}
    of_one = [
        (each["control_count"], each["noise_pct"], each["effect"]) for each in (found["quiet"][1], found["noisy"][1])
    ]
    # 4 points lie within the 5 of the other run's control trial, not within the 2 of its own.
    assert of_one == [(2, Decimal("5.00"), "no effect")] * 2
    # Another workload, and data that exceeds the buffer, are not comparable.
    others = (found["quiet"][2], found["noisy"][2], found["other"][0])
    assert [(each["control_count"], each["effect"]) for each in others] == [(None, "not comparable")] * 3


def test_an_effect_within_the_scatter_of_a_short_window_is_none(known: Loaded) -> None:
    # The controls show no noise; one second scatters by twice 2.138.
    found = [(each["noise_pct"], each["scatter_pct"], each["effect"]) for each in impact_of(known, "short")[1:]]
    assert found == [
        (Decimal("0.00"), Decimal("4.28"), "no effect"),
        (Decimal("0.00"), Decimal("4.28"), "slower"),
    ]


def test_impact_is_split_by_phase(known: Loaded) -> None:
    phases = rows(known, "SELECT phase, phase_s, phase_tps, phase_transactions_lost FROM impact_phase ORDER BY phase")
    assert [tuple(each.values()) for each in phases] == [
        ("applying_log", Decimal("0.500"), Decimal("50.00"), Decimal(25)),
        ("building", Decimal("2.000"), Decimal("50.00"), Decimal(100)),
        ("committing", Decimal("0.500"), Decimal("50.00"), Decimal(25)),
        ("waiting_for_lock", Decimal("3.000"), Decimal("16.67"), Decimal(250)),
    ]


def test_intervals_that_the_window_cuts_count_with_their_share(known: Loaded) -> None:
    [impact] = impact_of(known, "cut")
    # 0.5 s of 60, 1 s of 20 and 0.25 s of 80: 70 transactions in 1.75 s.
    assert (impact["window_tps"], impact["transactions_lost"]) == (Decimal("40.00"), Decimal(105))


def test_a_trial_without_a_clock_is_not_aligned(known: Loaded) -> None:
    [impact] = impact_of(known, "clock")
    assert (impact["trial_id"][-3:], impact["clock"]) == ("002", "stated")
    # Without an event that ends the warm-up, its two seconds belong to the baseline: 820 in 10 s.
    assert (impact["baseline_tps"], impact["duration_s"]) == (Decimal("82.00"), Decimal("6.000"))


def test_recovery_that_is_not_seen(known: Loaded) -> None:
    found = [(each["recovered"], each["recovery_s"]) for each in impact_of(known, "late")]
    assert found == [(False, None), (None, None)]


def test_regimes_are_told_apart(known: Loaded) -> None:
    query = "FROM regime WHERE load_level = 100 AND (run_id LIKE '%handmade' OR run_id LIKE '%large') ORDER BY trial_id"
    found = rows(known, query)
    assert [each["buffer_class"] for each in found] == ["close"] * 3 + ["exceeds"]
    assert {each["load_class"] for each in found} == {"saturation"}
    assert len({each["regime"] for each in found}) == 2
