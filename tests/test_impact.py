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
STAGES = (
    (10.2, "Waiting for table metadata lock", 0, 0),
    (13.0, "stage/innodb/alter table (merge sort)", 10, 100),
    (15.0, "stage/innodb/alter table (log apply index)", 90, 100),
    (15.5, "committing alter table to storage engine", 100, 100),
)


def rows(loaded: Loaded, query: str) -> list[dict[str, Any]]:
    cursor = loaded.connection.execute(query)
    names = [column[0] for column in cursor.description or []]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def loaded_project(project: Path) -> Loaded:
    loaded = load(project / "data", None)
    assert [str(problem) for problem in loaded.problems if problem.severity == "error"] == []
    return loaded


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Loaded:
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
    run.trial(trial_logs(100.0, 97.0), load_level=50, innodb_sort_buffer_size=1048576)
    return loaded_project(project)


def test_impact_of_a_known_trial_is_exact(known: Loaded) -> None:
    [impact] = rows(known, "FROM impact WHERE trial_id LIKE '%handmade/trials/001'")
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
    effects = rows(known, "SELECT right(trial_id, 3) AS trial, throughput_kept_pct, effect FROM impact ORDER BY trial")
    assert [(each["trial"], each["effect"]) for each in effects] == [
        ("001", "slower"),
        ("002", "control"),
        ("003", "no effect"),
        ("004", "not comparable"),
    ]


def test_impact_is_split_by_phase(known: Loaded) -> None:
    phases = rows(known, "SELECT phase, phase_s, phase_tps, phase_transactions_lost FROM impact_phase ORDER BY phase")
    assert [tuple(each.values()) for each in phases] == [
        ("applying_log", Decimal("0.500"), Decimal("50.00"), Decimal(25)),
        ("building", Decimal("2.000"), Decimal("50.00"), Decimal(100)),
        ("committing", Decimal("0.500"), Decimal("50.00"), Decimal(25)),
        ("waiting_for_lock", Decimal("3.000"), Decimal("16.67"), Decimal(250)),
    ]


def test_intervals_that_the_window_cuts_count_with_their_share(project: Path) -> None:
    figures = [(100.0, 4.0)] * 10 + [(60.0, 4.0), (20.0, 4.0), (80.0, 4.0)] + [(100.0, 4.0)] * 5
    moments = {"baseline_started": 0.0, "ddl_started": 10.5, "ddl_ended": 12.25}
    HandmadeRun(project).trial({"sysbench.log": sysbench_log(figures), "timeline.jsonl": events(**moments)})
    [impact] = rows(loaded_project(project), "FROM impact")
    # 0.5 s of 60, 1 s of 20 and 0.25 s of 80: 70 transactions in 1.75 s.
    assert (impact["window_tps"], impact["transactions_lost"]) == (Decimal("40.00"), Decimal(105))


def test_a_trial_without_a_clock_is_not_aligned(project: Path) -> None:
    log = {"sysbench.log": sysbench_log(FIGURES)}
    run = HandmadeRun(project)
    run.trial(log)
    client = "--------------\nalter table t add index i(c)\n--------------\n\nQuery OK, 0 rows affected (6.00 sec)\n"
    stated = run.trial({**log, "ddl.log": client}, extra="ddl_starts_at_s = 10")
    impacts = rows(loaded_project(project), "FROM impact")
    assert [(each["trial_id"], each["clock"]) for each in impacts] == [(stated, "stated")]
    # Without an event that ends the warm-up, its two seconds belong to the baseline: 820 in 10 s.
    assert (impacts[0]["baseline_tps"], impacts[0]["duration_s"]) == (Decimal("82.00"), Decimal("6.000"))


@pytest.mark.parametrize(("after", "recovered"), [((90.0, 90.0, 90.0, 90.0), False), ((100.0, 100.0), None)])
def test_recovery_that_is_not_seen(project: Path, after: tuple[float, ...], recovered: bool | None) -> None:
    figures = [(tps, 4.0) for tps in (*BASELINE, 50.0, 50.0, *after)]
    moments = {"baseline_started": 0.0, "ddl_started": 8.0, "ddl_ended": 10.0}
    HandmadeRun(project).trial({"sysbench.log": sysbench_log(figures), "timeline.jsonl": events(**moments)})
    [impact] = rows(loaded_project(project), "FROM impact")
    assert (impact["recovered"], impact["recovery_s"]) == (recovered, None)


def test_regimes_are_told_apart(project: Path) -> None:
    small, large = HandmadeRun(project), HandmadeRun(project, "20260402-large", data_mib=2300)
    for run in (small, large):
        run.trial(trial_logs(100.0, 90.0), load_level=100)
    found = rows(loaded_project(project), "FROM regime WHERE run_id NOT LIKE '%add-index' ORDER BY run_id")
    assert [(each["buffer_class"], each["load_class"]) for each in found] == [
        ("close", "saturation"),
        ("exceeds", "saturation"),
    ]
    assert found[0]["regime"] != found[1]["regime"]
