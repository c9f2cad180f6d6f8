"""Repeats a run, and compares: replicated, not replicated, or not comparable and why."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, log
from pathlib import Path
from statistics import fmean, variance
from typing import Any

from ddlbench.discover import Inventory, RunFolder, discover
from ddlbench.errors import did_you_mean, failure
from ddlbench.lab.choice import Choice
from ddlbench.lab.impact import Impact, impacts
from ddlbench.lab.state import Progress, State
from ddlbench.models import RunTrial
from ddlbench.statistics import quantile_t

CONFIDENCE = 0.95
"""Of all intervals of a comparison together, by Bonferroni's correction."""

SAME_REGIME = 1.5
"""Data and buffer may differ by this factor, and two runs are still of one regime."""


@dataclass(frozen=True)
class Ratio:
    """New ÷ old of one measure in one setting, with its interval."""

    setting: str
    measure: str
    value: float
    low: float
    high: float

    @property
    def agrees(self) -> bool:
        """Whether the interval holds 1."""
        return self.low <= 1 <= self.high

    def __str__(self) -> str:
        verdict = "agrees" if self.agrees else "differs"
        return f"{self.measure} {self.value:.2f} times ({self.low:.2f} to {self.high:.2f}) {verdict}: {self.setting}"


def find_run(project: Path, name: str) -> tuple[Inventory, RunFolder]:
    """A run by its folder or by the end of its id; raises with near matches."""
    inventory = discover(project / "data")
    wanted = name.rstrip("/").split("data/runs/")[-1]
    found = [run for key, run in inventory.runs.items() if key == wanted or key.endswith(f"/{wanted}")]
    if len(found) != 1:
        raise failure(name, "is no run" if not found else "is the end of several runs", _near(wanted, inventory))
    return inventory, found[0]


def _near(wanted: str, inventory: Inventory) -> str:
    return did_you_mean(wanted, inventory.runs) or "there are no runs yet"


def rerun_points(run: RunFolder, factors: Mapping[str, object]) -> list[Progress]:
    """The trials of a run in the order in which it did them, to be done again."""
    points = []
    for number, folder in enumerate(run.trials, start=1):
        trial = folder.trial
        if isinstance(trial, RunTrial):
            setting = {name: value for name, value in trial.factors.items() if name in factors}
            points.append(Progress(number, trial.block or 1, trial.repeat, trial.control, setting))
    return points


def rerun_choice(data: Path, run: RunFolder) -> Choice:
    """The size of a run's tables, and the windows that its timelines show."""
    rows = {trial.trial.factors.get("table_rows") for trial in run.trials}
    only = rows.pop() if len(rows) == 1 else None
    return Choice(rows=only if isinstance(only, int) else None, windows=_windows(data, run))


def _windows(data: Path, run: RunFolder) -> dict[str, float]:
    for trial in run.trials:
        path = data / trial.trial_id / "timeline.jsonl"
        if path.exists():
            lines = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
            times = {line["event"]: float(line["mono_s"]) for line in reversed(lines)}
            lengths = {
                "warmup_s": _between(times, "load_started", "baseline_started"),
                "baseline_s": _between(times, "baseline_started", "ddl_started"),
                "recovery_s": _between(times, "recovery_started", "load_ended"),
            }
            return {name: length for name, length in lengths.items() if length is not None}
    return {}


def _between(times: Mapping[str, float], start: str, end: str) -> float | None:
    return float(round(times[end] - times[start])) if start in times and end in times else None


def obstacles(old: RunFolder, state: State, machine: str) -> list[str]:
    """Why the new figures cannot be compared with those of the old run."""
    run, facts = old.run, state.facts
    found = []
    if machine != old.machine:
        found.append(f"the machine is {machine}, not {old.machine}")
    if facts["engine_version"].split("-")[0] != run.engine_version.split("-")[0]:
        found.append(f"the version is {facts['engine_version']}, not {run.engine_version}")
    if facts["regime"]["durability"] != run.regime.durability:
        found.append(f"the durability is {facts['regime']['durability']}, not {run.regime.durability}")
    for name, there in (("data_mib", run.regime.data_mib), ("buffer_mib", run.regime.buffer_mib)):
        here = facts["regime"].get(name)
        if here and there and not 1 / SAME_REGIME <= here / there <= SAME_REGIME:
            found.append(f"{name} is {here}, not {there}")
    return found


def compared(old: list[tuple[RunTrial, Path]], new: list[tuple[RunTrial, Path]]) -> list[Ratio]:
    """New ÷ old for each setting that both have at least twice, with intervals that hold together."""
    before, after = _measures(old), _measures(new)
    pairs = [key for key in before if len(before[key]) > 1 and len(after.get(key, [])) > 1]
    level = 1 - (1 - CONFIDENCE) / max(len(pairs), 1)
    return [_ratio(key, before[key], after[key], level) for key in sorted(pairs)]


def _measures(trials: list[tuple[RunTrial, Path]]) -> dict[tuple[str, str], list[float]]:
    seen = impacts([folder for _, folder in trials])
    found: dict[tuple[str, str], list[float]] = defaultdict(list)
    for trial, folder in trials:
        impact = seen.get(folder)
        if trial.outcome != "completed" or trial.control or impact is None:
            continue
        setting = ", ".join(f"{name} {value}" for name, value in trial.factors.items() if name != "rate_tps")
        for measure, value in _values(impact).items():
            found[setting, measure].append(value)
    return found


def _values(impact: Impact) -> dict[str, float]:
    values = {"DDL duration": impact.duration_s, "throughput kept": impact.kept}
    return {name: value for name, value in values.items() if value}


def _ratio(key: tuple[str, str], old: list[float], new: list[float], level: float) -> Ratio:
    """Ratio of geometric means with Welch's interval on the logarithms."""
    logs = [[log(value) for value in values] for values in (old, new)]
    difference = fmean(logs[1]) - fmean(logs[0])
    parts = [variance(values) / len(values) for values in logs]
    if not sum(parts):
        return Ratio(*key, exp(difference), exp(difference), exp(difference))
    freedom = sum(parts) ** 2 / sum(part**2 / (len(each) - 1) for part, each in zip(parts, logs, strict=True))
    half = quantile_t((1 + level) / 2, freedom) * sum(parts) ** 0.5
    return Ratio(*key, exp(difference), exp(difference - half), exp(difference + half))


def verdict(reasons: list[str], ratios: list[Ratio]) -> str:
    """The outcome in words."""
    if reasons:
        return "not comparable: " + "; ".join(reasons)
    if not ratios:
        return "not comparable: no setting was completed at least twice in both"
    return "replicated" if all(ratio.agrees for ratio in ratios) else "not replicated"


def trials_of(data: Path, run: RunFolder) -> list[tuple[RunTrial, Path]]:
    """The trials of a run with their folders."""
    found: list[tuple[Any, Path]] = [(trial.trial, data / trial.trial_id) for trial in run.trials]
    return [(trial, folder) for trial, folder in found if isinstance(trial, RunTrial)]
