"""What the user, or this machine, changes of an experiment."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from ddlbench.errors import DdlbenchError, Problem, did_you_mean, failure
from ddlbench.experiment import Experiment, LoadDesign, Preset, Varied, Windows, stated
from ddlbench.models import FactorValue


@dataclass(frozen=True)
class Choice:
    """What the user changed of an experiment; it is kept with the state, so that a resumed run is the same."""

    preset: str | None = None
    repeats: int | None = None
    rows: int | None = None
    values: Mapping[str, list[FactorValue]] | None = None
    windows: Mapping[str, float] | None = None

    def as_dict(self) -> dict[str, Any]:
        """Plain values, for the state file."""
        return asdict(self)


def chosen(experiment: Experiment, choice: Choice, name: str) -> Experiment:
    """The experiment with what the user changed; raises for factors, values and presets that it has not."""
    preset = _preset(experiment, choice.preset, name)
    values = {**preset.values, **(choice.values or {})}
    load = stated(experiment.load) | stated(preset.load)
    if choice.rows and "table_rows" in experiment.factors:
        values["table_rows"] = [choice.rows]
    elif choice.rows:
        load["table_rows"] = choice.rows
    problems = [_unknown_factor(name, factor, experiment) for factor in values if factor not in experiment.factors]
    if problems:
        raise DdlbenchError(problems)
    factors = {each: _narrowed(factor, values.get(each)) for each, factor in experiment.factors.items()}
    changed = {
        "repeats": choice.repeats or preset.repeats or experiment.repeats,
        "load": LoadDesign(**load),
        "windows": Windows(**(stated(experiment.windows) | stated(preset.windows) | dict(choice.windows or {}))),
        "factors": factors,
    }
    return Experiment.model_validate({**dict(experiment), **changed})


def without_missing(experiment: Experiment, asked: Collection[str]) -> Experiment:
    """The experiment without values whose optional program is not installed; factors that were asked for stay."""
    factors = dict(experiment.factors)
    for rule in experiment.rule:
        if rule.optional and rule.ddl_command and not shutil.which(rule.ddl_command[0]):
            for name in rule.when.keys() - asked:
                factors[name] = _without(factors[name], rule.when[name])
    return experiment.model_copy(update={"factors": factors})


def _without(factor: Varied, value: object) -> Varied:
    """A factor without one of its values, on all engines."""
    by_engine = {engine: [each for each in values if each != value] for engine, values in factor.engine_values.items()}
    kept = [each for each in factor.values if each != value]
    return factor.model_copy(update={"values": kept, "engine_values": by_engine})


def _preset(experiment: Experiment, name: str | None, experiment_name: str) -> Preset:
    if name is None:
        return Preset()
    if name not in experiment.preset:
        hint = did_you_mean(name, experiment.preset) or "it has none"
        raise failure(experiment_name, f"has no preset `{name}`", hint)
    return experiment.preset[name]


def _unknown_factor(experiment: str, name: str, known: Experiment) -> Problem:
    return Problem(experiment, 0, f"has no factor `{name}`", hint=did_you_mean(name, known.factors))


def _narrowed(factor: Varied, values: list[FactorValue] | None) -> Varied:
    return factor.model_copy(update={"values": values, "engine_values": {}}) if values else factor


def typed_values(experiment: Experiment, name: str, factor: str, text: str) -> list[FactorValue]:
    """The values of `--set factor=v1,v2`, as the factor's type has them."""
    described = experiment.described_factors().get(factor)
    if described is None:
        raise DdlbenchError([_unknown_factor(name, factor, experiment)])
    kinds: dict[str, type[int] | type[float] | type[str]] = {"integer": int, "decimal": float, "text": str}
    try:
        return [kinds[described.type](value.strip()) for value in text.split(",") if value.strip()]
    except ValueError as error:
        hint = f"such as --set {factor}={','.join(map(str, experiment.factors[factor].values))}"
        raise failure(f"--set {factor}", f"`{text}` is not a list of the type {described.type}", hint) from error
