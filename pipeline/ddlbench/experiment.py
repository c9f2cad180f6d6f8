"""`experiments/<id>.toml`: a question with its design, as the lab carries it out."""

from __future__ import annotations

import string
from collections.abc import Collection
from itertools import product
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, Field, model_validator

from ddlbench.errors import did_you_mean
from ddlbench.factors import known_factors
from ddlbench.models import Factor, FactorValue, Strict, Text, Translated

Seconds = Annotated[float, Field(ge=0)]
Positive = Annotated[int, Field(gt=0)]
Setting = dict[str, FactorValue]
"""One value for each factor."""

DIALECT = frozenset({"add_index", "add_index_online", "drop_index"})
"""Statements that each engine's file has in its own words: an index on `column`, and one that lets writes go on."""

PLACEHOLDERS = DIALECT | {"table", "other_table", "column", "index", "database", "socket", "port", "user", "n"}
"""What a statement may name in braces, beside the experiment's own factors."""

LOAD_FACTORS = frozenset({"workload", "threads", "load_level", "tables", "table_rows"})
"""Factors that act on the load or on the prepared tables."""

VALUE_TYPES: dict[str, type | tuple[type, ...]] = {"integer": int, "decimal": (int, float), "text": str}


class Varied(Strict):
    """A factor: its values, and what it acts on; described here unless `factors.toml` describes it.

    `server`: a variable set when the server starts. `session`: a variable of the DDL's connection. `load`: one of
    `LOAD_FACTORS`. `rule`: nothing by itself; statements name it in braces and rules ask for its value.
    """

    acts: Literal["server", "session", "load", "rule"]
    values: list[FactorValue] = Field(min_length=1)
    engine_values: dict[str, list[FactorValue]] = Field(default={})
    engines: list[str] = Field(default=[])
    type: Literal["integer", "decimal", "text"] | None = None
    unit: Text | None = None
    title: Translated | None = None

    def values_for(self, engine: str) -> list[FactorValue]:
        """Its values on an engine; none where it is for other engines."""
        if self.engines and engine not in self.engines:
            return []
        return self.engine_values.get(engine, self.values)

    def described(self, name: str) -> Factor | None:
        """Its type, unit and title; None where neither this file nor `factors.toml` has them."""
        if self.type and self.title:
            return Factor(type=self.type, unit=self.unit, title=self.title)
        return known_factors().get(name)


class LoadDesign(Strict):
    """What runs against the tables; `workload` is a script of sysbench, or a path below the project."""

    workload: Text | None = None
    threads: Positive | None = None
    tables: Positive | None = None
    table_rows: Positive | None = None
    load_level: Annotated[int, Field(ge=0, le=100)] | None = None
    options: dict[str, str] = Field(default={})


class Windows(Strict):
    """Lengths of what a trial is made of."""

    warmup_s: Seconds | None = None
    baseline_s: Seconds | None = None
    recovery_s: Seconds | None = None
    control_ddl_s: Seconds | None = None
    ddl_limit_s: Seconds | None = None
    capacity_s: Seconds | None = None


class LockHolding(Strict):
    """A transaction that holds a lock of the table before the DDL is sent, and lets go `hold_s` after."""

    statement: Text
    hold_s: Seconds


class Writing(Strict):
    """A statement of another session while the DDL runs; `{n}` becomes the number of the time, from 1 to `times`."""

    statement: Text
    after_s: Seconds = 0.5
    times: Positive = 1
    every_s: Seconds = 1


class Rule(Strict):
    """What holds for trials of some engines or factor values; of several that speak, the last one counts.

    With `optional` the values of `when` are left out where the program of `ddl_command` is not installed.
    """

    engines: list[str] = Field(default=[])
    when: dict[str, FactorValue | list[FactorValue]] = Field(default={})
    ddl: list[Text] | None = None
    ddl_command: list[Text] | None = None
    optional: bool = False
    column: Text | None = None
    before: list[Text] | None = None
    cleanup: list[Text] | None = None
    settings: dict[str, FactorValue] = Field(default={})
    session: dict[str, FactorValue] = Field(default={})
    load: LoadDesign = LoadDesign()
    windows: Windows = Windows()
    lock_holder: LockHolding | None = None
    concurrent_write: Writing | None = None
    ddl_may_fail: bool | None = None
    kill_ddl_after_s: Seconds | None = None
    tmp_mib: Positive | None = None
    replica: bool | None = None
    trace: bool | None = None

    def applies(self, engine: str, setting: Setting) -> bool:
        """Whether it speaks of a setting of the factors on an engine."""
        if self.engines and engine not in self.engines:
            return False
        return all(setting.get(name) in _listed(wanted) for name, wanted in self.when.items())


class Preset(Strict):
    """A smaller version of the experiment: fewer values, smaller tables, shorter windows."""

    repeats: Positive | None = None
    values: dict[str, list[FactorValue]] = Field(default={})
    load: LoadDesign = LoadDesign()
    windows: Windows = Windows()


class Experiment(Strict):
    """`experiments/<id>.toml`; without `setting`, every combination of the factors' values is a setting."""

    title: Translated
    question: Translated
    engines: list[Text] = Field(min_length=1)
    kind: Literal["trials", "matrix"] = "trials"
    smoke: bool = False
    repeats: Positive = 3
    seed: int = 1
    prepare: Literal["once", "every-trial"] = "once"
    load: LoadDesign = LoadDesign()
    windows: Windows = Windows()
    factors: dict[str, Varied] = Field(default={})
    setting: list[Setting] = Field(default=[])
    rule: list[Rule] = Field(default=[])
    preset: dict[str, Preset] = Field(default={})

    @model_validator(mode="after")
    def _factors_are_sound(self) -> Self:
        for name, factor in self.factors.items():
            described = factor.described(name)
            if described is None:
                raise ValueError(f"the factor `{name}` needs `type` and `title`")
            if factor.acts == "load" and name not in LOAD_FACTORS:
                raise ValueError(f"`{name}` is not a factor of the load; {did_you_mean(name, LOAD_FACTORS)}")
            for value in [*factor.values, *(each for values in factor.engine_values.values() for each in values)]:
                _check_type(name, value, described)
        return self

    @model_validator(mode="after")
    def _names_are_known(self) -> Self:
        used: list[Collection[str]] = [*self.setting, *(rule.when for rule in self.rule)]
        used += [preset.values for preset in self.preset.values()]
        for name in (name for names in used for name in names):
            if name not in self.factors:
                raise ValueError(f"unknown factor `{name}`; {did_you_mean(name, self.factors)}")
        for engine in (name for rule in self.rule for name in rule.engines):
            if engine not in self.engines:
                raise ValueError(f"a rule names the engine `{engine}`; {did_you_mean(engine, self.engines)}")
        for name in (name for rule in self.rule for text in _texts(rule) for name in _placeholders(text)):
            if name not in PLACEHOLDERS | self.factors.keys():
                raise ValueError(f"unknown placeholder `{{{name}}}`; {did_you_mean(name, PLACEHOLDERS)}")
        return self

    def settings_for(self, engine: str) -> list[Setting]:
        """Every setting on an engine, in the order of the file; a factor that a `setting` lacks has its first value."""
        values = {name: found for name, factor in self.factors.items() if (found := factor.values_for(engine))}
        if not self.setting:
            return [dict(zip(values, each, strict=True)) for each in product(*values.values())]
        firsts = {name: found[0] for name, found in values.items()}
        chosen = [{**firsts, **each} for each in self.setting if each.keys() <= values.keys()]
        return [each for each in chosen if all(each[name] in found for name, found in values.items())]

    def described_factors(self) -> dict[str, Factor]:
        """Its factors as a run states them."""
        found = {name: factor.described(name) for name, factor in self.factors.items()}
        return {name: factor for name, factor in found.items() if factor}


def _check_type(name: str, value: FactorValue, factor: Factor) -> None:
    if isinstance(value, bool) or not isinstance(value, VALUE_TYPES[factor.type]):
        raise ValueError(f"`{value}` is no value of the factor `{name}`, whose type is {factor.type}")


def _texts(rule: Rule) -> list[str]:
    texts = [*(rule.ddl or []), *(rule.ddl_command or []), *(rule.before or []), *(rule.cleanup or [])]
    texts += [rule.lock_holder.statement] if rule.lock_holder else []
    return texts + ([rule.concurrent_write.statement] if rule.concurrent_write else [])


def _placeholders(text: str) -> list[str]:
    return [name for _, name, _, _ in string.Formatter().parse(text) if name is not None]


def _listed(value: FactorValue | list[FactorValue]) -> list[FactorValue]:
    return value if isinstance(value, list) else [value]


def stated(model: BaseModel) -> dict[str, Any]:
    """What a model states, without what it leaves open."""
    return {name: value for name, value in model if value not in (None, {})}
