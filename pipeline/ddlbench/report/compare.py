"""A run beside the nearest existing runs: what of it can be compared with them, and why the rest cannot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import duckdb
import numpy as np

from ddlbench.report.parts import Table, Whisker, Whiskers
from ddlbench.report.query import Row, ask, cell, mean
from ddlbench.statistics import Method, Values, estimate_ratio, read_method

MEASURES = ("duration_s", "throughput_kept_pct", "latency_inflation", "stall_s")
DRAWN = {"duration_s": "duration of the DDL, s", "throughput_kept_pct": "throughput kept during the DDL, %"}
REGIME = ("data_against_buffer", "data_against_memory", "storage", "cores", "durability")
"""The parts of a regime; the load level, which is one too, is a factor."""

Key = tuple[str, str]


@dataclass(frozen=True)
class Place:
    """Where a setting of a run stands: what was done, with which values of the factors, in which regime."""

    run: str
    setting: str
    experiment: str | None
    statements: str | None
    regime: Mapping[str, str]
    factors: Mapping[str, str]


@dataclass(frozen=True)
class Pair:
    """A setting of the run, the setting of another run that is nearest to it, and what keeps them apart."""

    mine: Place
    other: Place
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Data:
    """Places, single values and means of a run and its neighbours."""

    places: list[Place]
    values: Mapping[tuple[Key, str], Values]
    means: Mapping[tuple[Key, str], Row]
    method: Method


def obstacles(mine: Place, other: Place) -> tuple[str, ...]:
    """Why two settings cannot be compared; nothing where they can."""
    found = []
    if mine.experiment != other.experiment:
        found.append(f"the experiment is {mine.experiment or 'not stated'}, not {other.experiment or 'stated there'}")
    elif mine.experiment is None and mine.statements != other.statements:
        found.append("the DDL is another statement")
    for name in sorted(mine.factors.keys() | other.factors.keys()):
        here, there = mine.factors.get(name), other.factors.get(name)
        if here is None or there is None:
            found.append(f"{name} is stated {'there' if here is None else 'here'} only")
        elif here != there:
            found.append(f"{name} is {here}, not {there}")
    for name in REGIME:
        if mine.regime[name] != other.regime[name]:
            found.append(f"{name.replace('_', ' ')} is {mine.regime[name]}, not {other.regime[name]}")
    return tuple(found)


def pairs(mine: list[Place], others: list[Place]) -> list[Pair]:
    """For each setting the one of another run that the fewest things keep from it."""
    found = []
    for place in mine:
        candidates = [Pair(place, other, obstacles(place, other)) for other in others]
        if candidates:
            found.append(min(candidates, key=lambda pair: (len(pair.reasons), pair.other.setting)))
    return found


def read_data(connection: duckdb.DuckDBPyConnection, runs: list[str]) -> Data:
    """What is to be compared."""
    factors: dict[Key, dict[str, str]] = {}
    for row in ask(connection, "factors", runs=runs):
        factors.setdefault((row["run_id"], row["setting"]), {})[row["factor"]] = row["value"]
    places = [
        Place(
            row["run_id"],
            row["setting"],
            row["experiment"],
            row["statements"],
            {name: row[name] for name in REGIME},
            factors.get((row["run_id"], row["setting"]), {}),
        )
        for row in ask(connection, "places", runs=runs)
    ]
    values: dict[tuple[Key, str], list[float]] = {}
    for row in ask(connection, "values", runs=runs):
        values.setdefault(((row["run_id"], row["setting"]), row["measure"]), []).append(row["value"])
    means = {((row["run_id"], row["setting"]), row["measure"]): row for row in ask(connection, "estimates", runs=runs)}
    arrays = {key: np.array(found, dtype=np.float64) for key, found in values.items()}
    return Data(places, arrays, means, read_method(connection))


def compare(connection: duckdb.DuckDBPyConnection, run: str) -> tuple[list[Table], list[Whiskers]]:
    """Tables and drawings of a run beside its nearest; empty where there is no other run of the engine."""
    nearest = ask(connection, "nearest", run=run)
    others = [row["run_id"] for row in nearest]
    data = read_data(connection, [run, *others])
    mine = [place for place in data.places if place.run == run]
    by_run = {other: pairs(mine, [place for place in data.places if place.run == other]) for other in others}
    tables = [_overview(nearest, by_run)] if nearest else []
    for other, found in by_run.items():
        tables += [table for table in (_compared(other, found, data), _apart(other, found)) if table.rows]
    return tables, list(_drawings(mine, by_run, data))


def _overview(nearest: list[Row], by_run: Mapping[str, list[Pair]]) -> Table:
    rows = [(*map(cell, row.values()), _share(by_run[row["run_id"]])) for row in nearest]
    columns = ("run", "version", "machine", "experiment", "tuning", "durability", "data, MiB", "comparable settings")
    return Table(columns, tuple(rows), "Nearest existing runs")


def _share(found: list[Pair]) -> str:
    return f"{sum(not pair.reasons for pair in found)} of {len(found)}"


def _compared(other: str, found: list[Pair], data: Data) -> Table:
    rows = [
        (pair, measure)
        for pair in found
        if not pair.reasons
        for measure in MEASURES
        if all((key, measure) in data.means for key in _keys(pair))
    ]
    # The intervals of all ratios of the table hold together.
    level = 1 - (1 - data.method.confidence_level) / max(1, len(rows))
    method = replace(data.method, confidence_level=level)
    cells = []
    for pair, measure in rows:
        means = (mean(data.means[key, measure]) for key in _keys(pair))
        cells.append((pair.mine.setting, measure, *means, *_ratio(pair, measure, data, method)))
    columns = ("setting", "measure", "here", "there", "here ÷ there", "reading")
    return Table(columns, tuple(cells), f"Compared with {other}")


def _keys(pair: Pair) -> tuple[Key, Key]:
    return (pair.mine.run, pair.mine.setting), (pair.other.run, pair.other.setting)


def _ratio(pair: Pair, measure: str, data: Data, method: Method) -> tuple[str, str]:
    here, there = (data.values[key, measure] for key in _keys(pair))
    if not (np.all(here > 0) and np.all(there > 0)):
        return "-", "no ratio: some values are zero"
    ratio, low, high = estimate_ratio(here, there, method)
    if low is None or high is None:
        return f"{ratio:.3g}", "no interval: a setting with one trial"
    reading = "greater here" if low > 1 else "less here" if high < 1 else "no difference shown"
    return f"{ratio:.3g} [{low:.3g}, {high:.3g}]", reading


def _apart(other: str, found: list[Pair]) -> Table:
    """Settings that cannot be compared, those with the same reasons in one row."""
    together: dict[tuple[str, ...], list[str]] = {}
    for pair in found:
        if pair.reasons:
            together.setdefault(pair.reasons, []).append(pair.mine.setting)
    rows = [
        (settings[0] + (f" and {len(settings) - 1} more" if len(settings) > 1 else ""), "; ".join(reasons))
        for reasons, settings in together.items()
    ]
    return Table(("setting", "why"), tuple(rows), f"Not comparable with {other}")


def _drawings(mine: list[Place], by_run: Mapping[str, list[Pair]], data: Data) -> Iterator[Whiskers]:
    for measure, title in DRAWN.items():
        rows: list[Whisker] = []
        for place in mine:
            rows += _whisker(place, measure, data, place.setting)
            for other, found in by_run.items():
                for pair in found:
                    if pair.mine == place and not pair.reasons:
                        rows += _whisker(pair.other, measure, data, f"— {other}")
        if rows:
            yield Whiskers(title, tuple(rows))


def _whisker(place: Place, measure: str, data: Data, label: str) -> list[Whisker]:
    row = data.means.get(((place.run, place.setting), measure))
    if row is None:
        return []
    low, high = (None if row[name] is None else float(row[name]) for name in ("low", "high"))
    return [Whisker(label, float(row["value"]), low, high)]
