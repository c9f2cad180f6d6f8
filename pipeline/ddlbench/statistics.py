"""Intervals of means and ratios, stored as tables between the views and the checks.

With few values no bootstrap is honest: resamples of three or five values hardly vary, and intervals made of them cover
far less than they say. So the interval of a mean comes from Student's t distribution for few values, and from the
studentised bootstrap for more; `tests/test_statistics.py` measures how often either holds the true value. Within one
trial the values are means of blocks of neighbouring intervals (a block bootstrap). Random numbers have a fixed seed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from itertools import permutations
from math import exp, sqrt
from pathlib import Path

import duckdb
import numpy as np
from numpy.typing import NDArray

from ddlbench.database import add_rows, replace_rows

Values = NDArray[np.float64]
ESTIMATES = ("estimate", "ratio", "trial_estimate")
SIGNED_MEASURES = ("transactions_lost",)
RATIO_MEASURES = ("duration_s", "throughput_kept_pct", "worst_latency_ms")

LEDGER = """
CREATE SCHEMA IF NOT EXISTS ledger;
CREATE TABLE IF NOT EXISTS ledger.quantile (key VARCHAR PRIMARY KEY, found DOUBLE[])
"""

# What has one value alone has no interval: SQL enters it for all runs at once, and Python computes the others.
SINGLE_TRIALS = """
INSERT INTO fresh_estimate
SELECT run_id, any_value(setting), measure, 1, format('{:.3f}', any_value(value)), NULL, NULL, 'single'
FROM trial_measure
GROUP BY run_id, measure
HAVING count(*) = 1
"""
REPEATED_TRIALS = """
SELECT run_id, measure, setting, list(value ORDER BY trial_id)
FROM (FROM trial_measure QUALIFY count(*) OVER (PARTITION BY run_id, measure) > 1)
GROUP BY run_id, measure, setting
ORDER BY run_id, measure, setting
"""
SEVERAL_BLOCKS = """
SELECT trial_id, part, '', list(tps ORDER BY ends_s, line)
FROM load_interval
WHERE part IN ('baseline', 'ddl') AND tps IS NOT NULL
GROUP BY trial_id, part
HAVING count(*) >= $least
ORDER BY trial_id, part
"""
SINGLE_BLOCKS = """
INSERT INTO fresh_trial_estimate
SELECT trial_id, part, count(*), 1, format('{:.3f}', avg(tps::DECIMAL(18, 4))), NULL, NULL, 'single'
FROM load_interval
WHERE part IN ('baseline', 'ddl') AND tps IS NOT NULL
GROUP BY trial_id, part
HAVING count(*) < $least
"""


def quantile_t(share: float, freedom: float) -> float:
    """A quantile of Student's t distribution."""
    # Imported where it is used, like the bootstrap: scipy takes longer than all the rest of a small build.
    from scipy.special import stdtrit

    return float(stdtrit(freedom, share))


@dataclass(frozen=True)
class Method:
    """The constants of `sql/views/constant.sql` that intervals rest on."""

    confidence_level: float
    bootstrap_resamples: int
    bootstrap_minimum_n: int
    bootstrap_seed: int
    block_intervals: int


@dataclass(frozen=True)
class Estimate:
    """A mean with its interval; without one for a single value."""

    n: int
    value: float
    low: float | None
    high: float | None
    method: str


def read_method(connection: duckdb.DuckDBPyConnection) -> Method:
    """The constants."""
    [row] = connection.execute(
        "SELECT confidence_level::DOUBLE, bootstrap_resamples, bootstrap_minimum_n, bootstrap_seed, block_intervals "
        "FROM constant"
    ).fetchall()
    return Method(*row)


def studentised_quantiles(values: Values, method: Method) -> tuple[float, float]:
    """The two quantiles of the studentised bootstrap between which the true mean lies, in standard errors."""
    tail = (1 - method.confidence_level) / 2
    lower, upper = np.quantile(_studentised(values, method), [tail, 1 - tail])
    return float(lower), float(upper)


class Quantiles:
    """What of scipy's intervals rest on."""

    def t(self, share: float, freedom: float) -> float:
        """As `quantile_t`."""
        return quantile_t(share, freedom)

    def studentised(self, values: Values, method: Method) -> tuple[float, float]:
        """As `studentised_quantiles`."""
        return studentised_quantiles(values, method)


COMPUTED = Quantiles()


def estimate_mean(values: Values, method: Method, quantiles: Quantiles = COMPUTED) -> Estimate:
    """The mean of independent values with its interval."""
    n, mean = len(values), float(np.mean(values))
    if n < 2:
        return Estimate(n, mean, None, None, "single")
    error = float(np.std(values, ddof=1)) / sqrt(n)
    tail = (1 - method.confidence_level) / 2
    if n < method.bootstrap_minimum_n or error == 0:
        reach = quantiles.t(1 - tail, n - 1) * error
        return Estimate(n, mean, mean - reach, mean + reach, "t")
    lower, upper = quantiles.studentised(values, method)
    return Estimate(n, mean, mean - upper * error, mean - lower * error, "bootstrap-t")


def _studentised(values: Values, method: Method) -> Values:
    """The bootstrap distribution of (mean minus true mean) ÷ standard error; resamples of one value alone have none."""
    from scipy.stats import bootstrap

    mean, n = np.mean(values), len(values)

    def statistic(sample: Values, axis: int = -1) -> Values:
        error = np.std(sample, axis=axis, ddof=1) / sqrt(n)
        return np.asarray((np.mean(sample, axis=axis) - mean) / error)

    with np.errstate(divide="ignore", invalid="ignore"):  # scipy computes with the infinite ones too.
        found = bootstrap(
            (values,),
            statistic,
            n_resamples=method.bootstrap_resamples,
            method="percentile",
            vectorized=True,
            rng=np.random.default_rng(method.bootstrap_seed),
        ).bootstrap_distribution
    return np.asarray(found[np.isfinite(found)])


def block_means(values: Values, length: int) -> Values:
    """Means of blocks of neighbouring values; what is left of the last block belongs to the one before."""
    count = max(1, len(values) // length)
    edges = [length * number for number in range(1, count)]
    return np.array([np.mean(block) for block in np.split(values, edges)])


def estimate_ratio(
    values: Values, against: Values, method: Method, quantiles: Quantiles = COMPUTED
) -> tuple[float, float | None, float | None]:
    """The ratio of the geometric means of positive values, with its interval by Welch's t on the logarithms."""
    logs, others = np.log(values), np.log(against)
    difference = float(np.mean(logs) - np.mean(others))
    if min(len(logs), len(others)) < 2:
        return exp(difference), None, None
    parts = [float(np.var(each, ddof=1)) / len(each) for each in (logs, others)]
    if sum(parts) == 0:
        return exp(difference), exp(difference), exp(difference)
    freedom = sum(parts) ** 2 / sum(part**2 / (len(each) - 1) for part, each in zip(parts, (logs, others), strict=True))
    reach = quantiles.t((1 + method.confidence_level) / 2, freedom) * sqrt(sum(parts))
    return exp(difference), exp(difference - reach), exp(difference + reach)


class Remembered(Quantiles):
    """Keeps quantiles in the database by what they are made of, so that a build without new ones needs no scipy."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self.connection = connection
        for statement in LEDGER.strip().split(";\n"):
            connection.execute(statement)
        known = connection.execute("SELECT key, found FROM ledger.quantile").fetchall()
        self.known: dict[str, list[float]] = dict(known)
        self.fresh: dict[str, list[float]] = {}
        code = [hashlib.sha256(Path(__file__).read_bytes()).hexdigest(), version("numpy"), version("scipy")]
        self.code = " ".join(code).encode()

    def t(self, share: float, freedom: float) -> float:
        """The quantile, computed where it is not known."""
        [found] = self._found(repr((share, freedom)).encode(), lambda: [quantile_t(share, freedom)])
        return found

    def studentised(self, values: Values, method: Method) -> tuple[float, float]:
        """The quantiles, computed where they are not known."""
        made_of = repr(method).encode() + b"\0" + values.tobytes()
        lower, upper = self._found(made_of, lambda: [*studentised_quantiles(values, method)])
        return lower, upper

    def _found(self, made_of: bytes, compute: Callable[[], list[float]]) -> list[float]:
        key = hashlib.sha256(self.code + b"\0" + made_of).hexdigest()
        if key not in self.known:
            self.known[key] = self.fresh[key] = compute()
        return self.known[key]

    def store(self) -> None:
        """Keep what was computed."""
        if self.fresh:
            rows = {"keys": list(self.fresh), "found": list(self.fresh.values())}
            self.connection.execute("INSERT INTO ledger.quantile SELECT unnest($keys), unnest($found)", rows)


def store_estimates(connection: duckdb.DuckDBPyConnection) -> None:
    """Bring `estimate`, `ratio` and `trial_estimate` to the state of the views."""
    method = read_method(connection)
    quantiles = Remembered(connection)
    for table in ESTIMATES:
        connection.execute(f"CREATE OR REPLACE TEMP TABLE fresh_{table} AS FROM {table} LIMIT 0")
    connection.execute(SINGLE_TRIALS)
    groups = _groups(connection, REPEATED_TRIALS)
    add_rows(connection, "fresh_estimate", _estimates(groups, method, quantiles))
    add_rows(connection, "fresh_ratio", _ratios(groups, method, quantiles))
    connection.execute(SINGLE_BLOCKS, {"least": 2 * method.block_intervals})
    blocks = _groups(connection, SEVERAL_BLOCKS, {"least": 2 * method.block_intervals})
    add_rows(connection, "fresh_trial_estimate", _trial_estimates(blocks, method, quantiles))
    for table in ESTIMATES:
        replace_rows(connection, table, f"fresh_{table}")
        connection.execute(f"DROP TABLE fresh_{table}")
    quantiles.store()


Groups = dict[tuple[str, str, str], Values]


def _groups(connection: duckdb.DuckDBPyConnection, query: str, parameters: dict[str, object] | None = None) -> Groups:
    return {
        (one, two, three): np.array(values, dtype=np.float64)
        for one, two, three, values in connection.execute(query, parameters).fetchall()
    }


def _estimates(groups: Groups, method: Method, quantiles: Quantiles) -> Iterator[list[object]]:
    for (run, measure, setting), values in groups.items():
        found = estimate_mean(values, method, quantiles)
        # What cannot be negative has no interval below zero; that takes nothing from what the interval covers.
        low = found.low if found.low is None or measure in SIGNED_MEASURES else max(0.0, found.low)
        yield [run, setting, measure, found.n, *map(_printed, (found.value, low, found.high)), found.method]


def _ratios(groups: Groups, method: Method, quantiles: Quantiles) -> Iterator[list[object]]:
    by_measure: dict[tuple[str, str], dict[str, Values]] = {}
    for (run, measure, setting), values in groups.items():
        if measure in RATIO_MEASURES and bool(np.all(values > 0)):
            by_measure.setdefault((run, measure), {})[setting] = values
    for (run, measure), settings in by_measure.items():
        for one, other in permutations(settings, 2):
            ratio, low, high = estimate_ratio(settings[one], settings[other], method, quantiles)
            tie = None if low is None or high is None else low <= 1 <= high
            counts = [len(settings[one]), len(settings[other])]
            yield [run, measure, one, other, *counts, *map(_printed, (ratio, low, high)), tie]


def _trial_estimates(parts: Groups, method: Method, quantiles: Quantiles) -> Iterator[list[object]]:
    for (trial, part, _), values in parts.items():
        found = estimate_mean(block_means(values, method.block_intervals), method, quantiles)
        printed = map(_printed, (found.value, found.low, found.high))
        yield [trial, part, len(values), found.n, *printed, found.method]


def _printed(value: float | None) -> str | None:
    """The value with the digits that are stored, so that the same data gives the same bytes."""
    return None if value is None else f"{round(value, 3) + 0.0:.3f}"
