"""Intervals hold what they say, and what is stored of them: ties, ratios, single runs, the frontier."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path

import duckdb
import numpy as np
import pytest
from ddlbench.build import Loaded, load
from ddlbench.database import connect, create_tables
from ddlbench.statistics import (
    Method,
    Values,
    block_means,
    estimate_mean,
    estimate_ratio,
    read_method,
    store_estimates,
)
from ddlbench.views import create_views
from handmade import HandmadeRun, trial_logs
from support import TESTS

Sample = Callable[[np.random.Generator, int], Values]

CASES = 2000
LEAST, MOST = 0.93, 0.97


def normal(random: np.random.Generator, n: int) -> Values:
    """Throughput of repeats that vary by 5 %."""
    return random.normal(100, 5, n)


def skewed(random: np.random.Generator, n: int) -> Values:
    """Durations with a tail to the right, as builds have them; the mean of the distribution is 100."""
    return 100 * np.exp(random.normal(-0.02, 0.2, n))


def correlated(random: np.random.Generator, n: int) -> Values:
    """Intervals of one trial, each related to the one before (autocorrelation 0.5) around 100."""
    noise = random.normal(0, 5, n + 50)
    for place in range(1, len(noise)):
        noise[place] += 0.5 * noise[place - 1]
    return 100 + noise[50:]


@pytest.fixture(scope="module")
def method() -> Iterator[Method]:
    """The constants, with fewer resamples: the coverage does not depend on them, the time does."""
    with connect() as connection:
        create_tables(connection)
        create_views(connection)
        found = read_method(connection)
    yield Method(found.confidence_level, 499, found.bootstrap_minimum_n, found.bootstrap_seed, found.block_intervals)


def coverage(
    sample: Sample, n: int, cases: int, of_values: Callable[[Values], tuple[float | None, float | None]]
) -> float:
    """The share of simulated cases whose interval holds the true mean, 100."""
    random = np.random.default_rng(n)
    held = 0
    for _ in range(cases):
        low, high = of_values(sample(random, n))
        assert low is not None
        assert high is not None
        held += low <= 100 <= high
    return held / cases


@pytest.mark.parametrize("n", [3, 4, 5, 6, 8])
def test_intervals_cover_what_they_say(n: int, method: Method) -> None:
    def interval(values: Values) -> tuple[float | None, float | None]:
        found = estimate_mean(values, method)
        return found.low, found.high

    assert LEAST <= coverage(normal, n, CASES, interval) <= MOST


@pytest.mark.slow
@pytest.mark.parametrize("n", [3, 4, 5, 6, 8, 10, 20])
def test_intervals_of_skewed_values_cover_what_they_say(n: int, method: Method) -> None:
    def interval(values: Values) -> tuple[float | None, float | None]:
        found = estimate_mean(values, method)
        return found.low, found.high

    assert LEAST <= coverage(skewed, n, CASES, interval) <= MOST


@pytest.mark.parametrize("blocks", [True, False])
def test_blocks_of_intervals_cover_more_than_single_ones(blocks: bool, method: Method) -> None:
    def interval(values: Values) -> tuple[float | None, float | None]:
        found = estimate_mean(block_means(values, method.block_intervals) if blocks else values, method)
        return found.low, found.high

    found = coverage(correlated, 60, 500, interval)
    # Neighbours that correlate make intervals of single values far too narrow.
    assert 0.88 <= found <= MOST if blocks else found < 0.80


def test_ratios_cover_what_they_say(method: Method) -> None:
    random = np.random.default_rng(1)
    held = 0
    for _ in range(CASES):
        _, low, high = estimate_ratio(2 * skewed(random, 4), skewed(random, 4), method)
        assert low is not None
        assert high is not None
        held += low <= 2 <= high
    assert LEAST <= held / CASES <= MOST


def test_blocks_hold_every_value() -> None:
    values = np.arange(13, dtype=np.float64)
    assert block_means(values, 5).tolist() == [2.0, 8.5]
    assert block_means(values[:3], 5).tolist() == [1.0]


def test_a_single_value_has_no_interval(method: Method) -> None:
    found = estimate_mean(np.array([3.0]), method)
    assert (found.n, found.value, found.low, found.high, found.method) == (1, 3.0, None, None, "single")
    assert estimate_ratio(np.array([4.0]), np.array([2.0, 2.0]), method) == (pytest.approx(2.0), None, None)


@pytest.fixture(scope="module")
def repeated(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Loaded]:
    """A run of three settings: two that tie, one that is slower and keeps more; and a run of single trials."""
    project = Path(shutil.copytree(TESTS / "project", tmp_path_factory.mktemp("repeated") / "project"))
    run, alone = HandmadeRun(project), HandmadeRun(project, "20260402-single")
    for buffer, during, durations in (
        (65536, 80.0, (18, 19, 20, 21)),
        (1048576, 60.0, (9, 10, 11, 10)),
        (8388608, 58.0, (10, 9, 12, 10)),
    ):
        for number, duration in enumerate(durations):
            run.trial(trial_logs(100.0 + number, during + number / 2, duration), innodb_sort_buffer_size=buffer)
        alone.trial(trial_logs(100.0, during, durations[0]), innodb_sort_buffer_size=buffer)
    loaded = load(project / "data", None)
    yield loaded
    loaded.connection.close()


def standing(connection: duckdb.DuckDBPyConnection, run: str, measure: str) -> dict[str, tuple[int, str]]:
    rows = connection.execute(
        "SELECT split_part(setting, ' = ', 2), n, standing FROM setting_summary WHERE run_id LIKE $run AND measure = $measure",
        {"run": f"%{run}", "measure": measure},
    ).fetchall()
    return {buffer: (n, place) for buffer, n, place in rows}


def test_settings_whose_intervals_overlap_are_ties(repeated: Loaded) -> None:
    found = standing(repeated.connection, "handmade", "duration_s")
    assert found == {"65536": (4, "behind"), "1048576": (4, "tie"), "8388608": (4, "tie")}
    assert standing(repeated.connection, "handmade", "throughput_kept_pct")["65536"] == (4, "best")


def test_single_trials_are_not_ranked(repeated: Loaded) -> None:
    found = standing(repeated.connection, "single", "duration_s")
    assert set(found.values()) == {(1, "single")}


def test_ratios_have_intervals_and_ties(repeated: Loaded) -> None:
    rows = repeated.connection.execute(
        "SELECT split_part(setting, ' = ', 2), split_part(against, ' = ', 2), ratio, low < ratio AND ratio < high, tie "
        "FROM ratio WHERE run_id LIKE '%handmade' AND measure = 'duration_s' AND against LIKE '%1048576'"
    ).fetchall()
    found = {one: (ratio, inside, tie) for one, _, ratio, inside, tie in rows}
    assert found["65536"] == (Decimal("1.952"), True, False)
    assert found["8388608"][1:] == (True, True)
    [(singles,)] = repeated.connection.execute(
        "SELECT count(*) FROM ratio WHERE run_id LIKE '%single' AND tie IS NOT NULL"
    ).fetchall()
    assert singles == 0


def test_the_same_rows_give_the_same_estimates(repeated: Loaded) -> None:
    query = "FROM estimate UNION ALL BY NAME FROM ratio ORDER BY ALL"
    before = repeated.connection.execute(query).fetchall()
    store_estimates(repeated.connection)
    assert repeated.connection.execute(query).fetchall() == before
    assert {row[-1] for row in repeated.connection.execute("SELECT method FROM trial_estimate").fetchall()} >= {"t"}


def test_a_build_without_new_values_imports_no_scipy(tmp_path: Path) -> None:
    """It takes longer than all the rest of a small build."""
    project = Path(shutil.copytree(TESTS / "project", tmp_path / "project"))
    run = HandmadeRun(project)
    for number in range(3):
        run.trial(trial_logs(100.0 + number, 60.0 + number, 10), innodb_sort_buffer_size=65536)
    script = (
        "import sys\nfrom pathlib import Path\nfrom ddlbench.build import load\n"
        "load(Path('data'), Path('build/tables.duckdb'))\nprint('scipy' in sys.modules)\n"
    )
    command = [sys.executable, "-c", script]
    said = [subprocess.run(command, cwd=project, check=True, stdout=subprocess.PIPE, text=True).stdout for _ in "12"]
    assert said == ["True\n", "False\n"]


def test_the_frontier_of_runs_and_of_publications(repeated: Loaded, real: Loaded) -> None:
    rows = repeated.connection.execute(
        "SELECT setting, single FROM tradeoff_frontier WHERE scenario LIKE '%handmade%' ORDER BY duration_s"
    ).fetchall()
    assert [setting for setting, _ in rows] == [f"innodb_sort_buffer_size = {size}" for size in (1048576, 65536)]
    assert not any(single for _, single in rows)
    fast = real.connection.execute(
        "SELECT scenario, duration_s, throughput_kept_pct FROM fastest_keeping(80)"
    ).fetchall()
    assert {(scenario, int(seconds)) for scenario, seconds, _ in fast} >= {("source 000, plan 1", 96)}
    calm = real.connection.execute(
        "SELECT scenario, duration_s, throughput_kept_pct FROM least_harm_within(60)"
    ).fetchall()
    assert all(seconds <= 60 for _, seconds, _ in calm)
    points = real.connection.execute("SELECT scenario, duration_s, throughput_kept_pct FROM tradeoff_point").fetchall()
    for scenario, seconds, kept in fast:
        others = [(s, k) for name, s, k in points if name == scenario and k >= 80]
        assert (seconds, kept) == min(others, key=lambda point: (point[0], -point[1]))
    for scenario, _, kept in calm:
        assert kept == max(k for name, s, k in points if name == scenario and s <= 60)
