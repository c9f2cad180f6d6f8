"""The run report beside the nearest runs: means with intervals, ratios inside one regime, and reasons elsewhere."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from math import prod
from pathlib import Path

import pytest
from ddlbench.report.compare import Place, obstacles, pairs
from ddlbench.report.draw import curve_text, whiskers_svg
from ddlbench.report.parts import Curve, Whisker, Whiskers
from handmade import HandmadeRun, trial_logs
from support import TESTS, Finished, record_hashes, run

KEPT = {"20260401-handmade": (80, 81, 82), "20260402-worse": (40, 41, 42), "20260403-alike": (79, 82, 83)}
FACTORS = {"load_level": 100, "innodb_sort_buffer_size": 1048576}
SETTING = "innodb_sort_buffer_size = 1048576"
REGIME = {
    "data_against_buffer": "fits",
    "data_against_memory": "fits",
    "storage": "SSD",
    "cores": "2",
    "durability": "full",
}
HERE = Place("mysql/a/20260301-x", "the only one", "methods", None, REGIME, {"threads": "4"})


def logs(during: float, name: str) -> dict[str, str]:
    """Logs of a trial; no two trials give the same bytes."""
    made = trial_logs(100.0, during)
    return {**made, "sysbench.log": made["sysbench.log"] + "\n" * sum(map(ord, name))}


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> tuple[Finished, Path]:
    """The report on a run with three neighbours, of which one is in another regime."""
    project = Path(shutil.copytree(TESTS / "project", tmp_path_factory.mktemp("compared") / "project"))
    for name, kept in KEPT.items():
        made = HandmadeRun(project, name)
        for during in kept:
            made.trial(logs(during, name), **FACTORS)
        made.trial(logs(99.0, name), control=True, **FACTORS)
        made.trial(logs(during, name + "-larger"), load_level=100, innodb_sort_buffer_size=2 * 1048576)
    for name in ("20260404-large", "20260405-withdrawn"):
        made = HandmadeRun(project, name, data_mib=2300 if "large" in name else 230)
        made.trial(logs(90.0, name), **FACTORS)
    path = made.folder / "run.toml"
    reason = (
        'withdrawn = { date = 2026-04-06, reason = { en = "Wrong disk", zh-cn = "磁盘错误", ko = "잘못된 디스크" } }\n'
    )
    path.write_text(reason + path.read_text("utf-8"), "utf-8")
    shutil.rmtree(project / "data/runs/mysql/laptop/20260301-add-index")
    record_hashes(project)
    return run("report", "data/runs/mysql/laptop/20260401-handmade", "--out", "report", cwd=project), project


def block(told: tuple[Finished, Path], caption: str) -> list[list[str]]:
    """The rows of the table under a caption, without its column titles, cells apart."""
    assert told[0].returncode == 0, told[0].stderr
    text = (told[1] / "report/report.md").read_text("utf-8")
    found = re.search(rf"```text\n{re.escape(caption)}[^\n]*:\n[^\n]*\n(.*?)```", text, re.DOTALL)
    assert found, f"{caption}\n{text}"
    return [re.split(r" {2,}", line) for line in found[1].splitlines()]


def test_means_of_the_settings_have_intervals(told: tuple[Finished, Path]) -> None:
    rows = block(told, "Impact by setting")
    assert [row[:3] for row in rows] == [[SETTING, "3", "0"], ["innodb_sort_buffer_size = 2097152", "1", "0"]]
    # Mean 81, standard deviation 1, so ± 4.303 / sqrt(3); one trial alone has no interval.
    assert [row[4] for row in rows] == ["81 [78.52, 83.48]", "82"]
    assert [row[8] for row in rows] == ["3 slower", "1 slower"]


def test_means_of_the_trials_have_intervals(told: tuple[Finished, Path]) -> None:
    first = block(told, "Impact by trial")[0]
    assert first[:3] == ["001", SETTING, "1"]
    assert first[4:7] == ["100 [100, 100]", "80", "80"]


def test_a_run_in_the_same_regime_is_compared(told: tuple[Finished, Path]) -> None:
    rows = {tuple(row[:2]): row[2:] for row in block(told, "Compared with mysql/laptop/20260402-worse")}
    here, there, ratio, reading = rows[SETTING, "throughput_kept_pct"]
    assert (here, there) == ("81 [78.52, 83.48] (n 3)", "41 [38.52, 43.48] (n 3)")
    value, low, high = (float(each) for each in re.findall(r"[\d.]+", ratio))
    assert value == pytest.approx((prod((80, 81, 82)) / prod((40, 41, 42))) ** (1 / 3), abs=0.005)
    assert 1.6 < low < value < high < 2.5
    assert reading == "greater here"
    assert rows[SETTING, "stall_s"][2:] == ["-", "no ratio: some values are zero"]
    alone = rows["innodb_sort_buffer_size = 2097152", "throughput_kept_pct"]
    assert alone[3] == "no interval: a setting with one trial"


def test_a_difference_that_is_not_shown_is_called_so(told: tuple[Finished, Path]) -> None:
    rows = {tuple(row[:2]): row[5] for row in block(told, "Compared with mysql/laptop/20260403-alike")}
    assert rows[SETTING, "throughput_kept_pct"] == "no difference shown"


def test_a_run_in_another_regime_is_not_compared_and_it_is_said_why(told: tuple[Finished, Path]) -> None:
    text = (told[1] / "report/report.md").read_text("utf-8")
    assert "Compared with mysql/laptop/20260404-large" not in text
    [same, other] = block(told, "Not comparable with mysql/laptop/20260404-large")
    assert same == [SETTING, "data against buffer is close, not exceeds"]
    reasons = "innodb_sort_buffer_size is 2097152, not 1048576; data against buffer is close, not exceeds"
    assert other == ["innodb_sort_buffer_size = 2097152", reasons]


def test_the_overview_leaves_withdrawn_runs_out(told: tuple[Finished, Path]) -> None:
    rows = {row[0].rpartition("/")[2]: row[-1] for row in block(told, "Nearest existing runs")}
    assert rows == {"20260402-worse": "2 of 2", "20260403-alike": "2 of 2", "20260404-large": "0 of 2"}


def test_nothing_is_wrong_with_these_runs(told: tuple[Finished, Path]) -> None:
    assert "1 runs, 0 errors, 0 warnings.\n" in (told[1] / "report/report.md").read_text("utf-8")


def test_charts_stand_in_both_forms(told: tuple[Finished, Path]) -> None:
    page = (told[1] / "report/report.html").read_text("utf-8")
    assert page.count("<circle") == 2 * (2 + 4)  # Two measures; two settings, each beside two comparable runs.
    assert page.count("<polyline") == 5
    assert page.count("<line ") == 10
    assert not re.search(r"<script|src=|href=|url\(|@import", page)
    text = (told[1] / "report/report.md").read_text("utf-8")
    assert "trial 001: 0 to 100 over 25 s, DDL from 10.0 s to 15.0 s\n█" in text


def test_nothing_keeps_a_setting_from_itself() -> None:
    assert obstacles(HERE, HERE) == ()


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        (replace(HERE, experiment=None), "the experiment is methods, not stated there"),
        (replace(HERE, factors={"threads": "8"}), "threads is 4, not 8"),
        (replace(HERE, factors={}), "threads is stated here only"),
        (replace(HERE, factors={**HERE.factors, "plan": "1"}), "plan is stated there only"),
        *((replace(HERE, regime={**REGIME, name: "x"}), f"{name.replace('_', ' ')} is {value}, not x") for name, value in REGIME.items()),
    ],
)  # fmt: skip
def test_each_part_keeps_settings_apart(other: Place, reason: str) -> None:
    assert obstacles(HERE, other) == (reason,)


def test_runs_without_an_experiment_need_the_same_statement() -> None:
    mine, other = (replace(HERE, experiment=None, statements=f"alter table {name}") for name in ("a", "b"))
    assert obstacles(mine, other) == ("the DDL is another statement",)
    assert obstacles(mine, mine) == ()


def test_the_nearest_setting_of_several_is_taken() -> None:
    near = replace(HERE, setting="near", factors={"threads": "8"})
    far = replace(near, setting="far", regime={**REGIME, "cores": "64"})
    assert [pair.other.setting for pair in pairs([HERE], [far, near])] == ["near"]
    assert pairs([HERE], []) == []


def test_a_curve_as_text() -> None:
    curve = Curve("x", tuple((float(second), 10.0 if second <= 30 else 0.0) for second in range(1, 61)), 30.0, 59.0)
    title, bars, window = curve_text(curve)
    assert title == "x: 0 to 10 over 60 s, DDL from 30.0 s to 59.0 s"
    assert bars == "█" * 30 + "▁" * 30
    assert window == " " * 30 + "^" * 29
    assert list(curve_text(Curve("x", ((1.0, 5.0),), 9.0)))[1:] == ["█", "^"]


def test_whiskers_stay_on_their_axis() -> None:
    drawn = whiskers_svg(Whiskers("x", (Whisker("a" * 60, 1.0, -2.0, 4.0), Whisker("b", 2.0))))
    assert f">{'a' * 47}…<title>{'a' * 60}</title></text>" in drawn
    assert re.findall(r"M([\d.]+) \d+\.0H([\d.]+)", drawn) == [("340.0", "972.0"), ("656.0", "656.0")]
