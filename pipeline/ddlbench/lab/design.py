"""From an experiment to its trials: which settings, in which order, and what each of them does."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ddlbench.experiment import DIALECT, LOAD_FACTORS, Experiment, Rule, Setting, Writing, stated
from ddlbench.lab.plan import ConcurrentWrite, Load, LockHolder, TrialPlan
from ddlbench.models import FactorValue

TABLE = "sbtest1"
OTHER_TABLE = "bystander"
INDEX = "ddlbench_index"

LOAD_DEFAULTS = {"workload": "oltp_read_write", "threads": 4, "tables": 1, "table_rows": 100_000, "load_level": 0}
WINDOW_DEFAULTS = {
    "warmup_s": 2.0,
    "baseline_s": 8.0,
    "recovery_s": 6.0,
    "control_ddl_s": 5.0,
    "ddl_limit_s": 120.0,
    "capacity_s": 6.0,
}


@dataclass(frozen=True)
class Point:
    """One trial to carry out: its place in the random order, and its setting of the factors."""

    number: int
    block: int
    repeat: int
    control: bool
    setting: Setting


def ordered(experiment: Experiment, engine: str, seed: int) -> list[Point]:
    """Every trial in seeded random order: a block a repeat, each with every setting once and one control.

    The controls take turns through the loads, so that each load has one when there are enough blocks.
    """
    settings = experiment.settings_for(engine)
    loads = _different_loads(experiment, engine, settings)
    chance = random.Random(seed)
    points: list[Point] = []
    for block in range(1, experiment.repeats + 1):
        control = _control(experiment, engine, loads[(block - 1) % len(loads)])
        trials = [(False, setting) for setting in settings] + [(True, control)]
        chance.shuffle(trials)
        for is_control, setting in trials:
            points.append(Point(len(points) + 1, block, block, is_control, setting))
    return points


def _different_loads(experiment: Experiment, engine: str, settings: list[Setting]) -> list[Setting]:
    """The first setting of each load, and of each set of server variables; idle ones only where all are."""
    busy = [setting for setting in settings if level_of(experiment, engine, setting) > 0] or settings
    found: dict[str, Setting] = {}
    for setting in busy:
        load, variables = load_design(experiment, engine, setting), server_settings(experiment, engine, setting)
        found.setdefault(repr((load, variables)), setting)
    return list(found.values())


def _control(experiment: Experiment, engine: str, setting: Setting) -> Setting:
    """The part of a setting that a trial without DDL has: what acts on the load, and the server's variables."""
    kept = {name for name, factor in experiment.factors.items() if factor.acts in {"load", "server"}}
    decided = {name for rule in experiment.rule if stated(rule.load) for name in rule.when}
    return {name: value for name, value in setting.items() if name in kept | decided}


def level_of(experiment: Experiment, engine: str, setting: Setting) -> int:
    """Load level of a setting, in percent of the measured capacity."""
    return int(load_design(experiment, engine, setting)["load_level"])


def load_design(experiment: Experiment, engine: str, setting: Setting) -> dict[str, Any]:
    """What runs against the tables in a setting: the experiment's design, its rules, then the factors."""
    found = LOAD_DEFAULTS | {"options": {}} | stated(experiment.load)
    for rule in _rules(experiment, engine, setting):
        found |= stated(rule.load)
    return found | {name: value for name, value in setting.items() if name in LOAD_FACTORS}


def windows_of(experiment: Experiment, engine: str, setting: Setting) -> dict[str, Any]:
    """Lengths of a trial's windows, in seconds."""
    found: dict[str, Any] = WINDOW_DEFAULTS | stated(experiment.windows)
    for rule in _rules(experiment, engine, setting):
        found |= stated(rule.windows)
    return found


def _rules(experiment: Experiment, engine: str, setting: Setting) -> list[Rule]:
    return [rule for rule in experiment.rule if rule.applies(engine, setting)]


def server_settings(experiment: Experiment, engine: str, setting: Setting) -> dict[str, str]:
    """Variables that the server is started with."""
    found: dict[str, FactorValue] = {}
    for rule in _rules(experiment, engine, setting):
        found |= rule.settings
    found |= _acting(experiment, "server", setting)
    return {name: str(value) for name, value in found.items()}


def _acting(experiment: Experiment, acts: str, setting: Setting) -> Setting:
    return {name: value for name, value in setting.items() if experiment.factors[name].acts == acts}


@dataclass(frozen=True)
class Doing:
    """What the rules say of one setting, with names filled in."""

    values: dict[str, Any]
    session: dict[str, FactorValue]
    names: dict[str, str]

    def texts(self, key: str) -> tuple[str, ...]:
        """Statements or arguments of a rule, with their placeholders filled in."""
        return tuple(text.format_map(self.names) for text in self.values.get(key) or [])


def doing(experiment: Experiment, engine: str, setting: Setting, names: Mapping[str, str]) -> Doing:
    """What the rules together say; of several that speak, the last one counts.

    `names` are placeholders that depend on the server, with the engine's own words for the statements of `DIALECT`.
    """
    values: dict[str, Any] = {}
    session: dict[str, FactorValue] = {}
    for rule in _rules(experiment, engine, setting):
        values |= stated(rule)
        session |= rule.session
    session |= _acting(experiment, "session", setting)
    fixed = {"table": TABLE, "other_table": OTHER_TABLE, "index": INDEX, "column": values.get("column") or "k"}
    known = {**fixed, **names, **{name: str(value) for name, value in setting.items()}}
    return Doing(values, session, known | {name: names[name].format_map(known) for name in DIALECT & names.keys()})


def session_statements(protocol: str, session: Mapping[str, FactorValue]) -> tuple[str, ...]:
    """Statements that set variables of the DDL's session."""
    word = "SET SESSION" if protocol == "mysql" else "SET"
    return tuple(f"{word} {name} = {_value(value)}" for name, value in session.items())


def _value(value: FactorValue) -> str:
    return "'" + value.replace("'", "''") + "'" if isinstance(value, str) else str(value)


def load_of(design: Mapping[str, Any], capacity_tps: float | None) -> Load:
    """The load that a design describes; `capacity_tps` is what a share of the capacity refers to."""
    level = int(design["load_level"])
    rate = round(capacity_tps * level / 100, 1) if capacity_tps is not None and 0 < level < 100 else None
    return Load(
        script=design["workload"],
        tables=design["tables"],
        table_rows=design["table_rows"],
        threads=design["threads"],
        rate_tps=rate,
        options=design["options"],
    )


def plan_of(
    experiment: Experiment,
    engine: str,
    protocol: str,
    point: Point,
    capacity_tps: float | None,
    names: Mapping[str, str],
) -> TrialPlan:
    """What one trial is asked to do; see `doing` for `names`."""
    design = load_design(experiment, engine, point.setting)
    load = load_of(design, capacity_tps)
    windows = windows_of(experiment, engine, point.setting)
    windows.pop("capacity_s")
    plan = TrialPlan(
        number=point.number,
        repeat=point.repeat,
        block=point.block,
        control=point.control,
        factors=stated_factors(point, load, design["load_level"]),
        settings=server_settings(experiment, engine, point.setting),
        load=load if design["load_level"] else None,
        **windows,
    )
    return plan if point.control else _with_ddl(plan, protocol, doing(experiment, engine, point.setting, names))


def stated_factors(point: Point, load: Load, level: int) -> Setting:
    """Factor values as the trial's file states them: the setting, the load, and the rate that its level came to."""
    load_facts: Setting = {
        "workload": load.script,
        "threads": load.threads,
        "table_rows": load.table_rows,
        "load_level": level,
    }
    return {**load_facts, **point.setting, **({"rate_tps": load.rate_tps} if load.rate_tps else {})}


def _with_ddl(plan: TrialPlan, protocol: str, what: Doing) -> TrialPlan:
    holder, write = what.values.get("lock_holder"), what.values.get("concurrent_write")
    return replace(
        plan,
        session=session_statements(protocol, what.session),
        ddl=what.texts("ddl"),
        ddl_command=what.texts("ddl_command") or None,
        cleanup=what.texts("cleanup"),
        lock_holder=LockHolder(holder.statement.format_map(what.names), holder.hold_s) if holder else None,
        concurrent_write=_writing(write, what.names) if write else None,
        ddl_may_fail=bool(what.values.get("ddl_may_fail")),
        kill_ddl_after_s=what.values.get("kill_ddl_after_s"),
        trace=bool(what.values.get("trace")),
    )


def _writing(write: Writing, names: Mapping[str, str]) -> ConcurrentWrite:
    statement = write.statement.format_map({**names, "n": "{n}"})
    return ConcurrentWrite(statement, write.after_s, write.times, write.every_s)
