"""From finished trials to a run folder: put together aside, checked, and moved into `data/` by one rename."""

from __future__ import annotations

import errno
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import zstandard

from ddlbench.build import Tell, load
from ddlbench.errors import Problem, failure
from ddlbench.experiment import Experiment
from ddlbench.factors import known_factors
from ddlbench.hashes import write_hashes
from ddlbench.lab.machine import known_machine, machine_facts, machine_toml
from ddlbench.lab.state import Progress, State
from ddlbench.lab.toml import to_toml, written
from ddlbench.models import Engine, Factor, FactorValue, Machine, Run, RunTrial

LICENCE = "CC-BY-4.0"
"""The licence that LICENSE-DATA gives to measurements."""

PACKED_BYTES = 32 << 10
"""Size above which samples are packed: they are many, and people read the other logs."""


def write_trial(folder: Path, trial: Progress, factors: Mapping[str, FactorValue]) -> None:
    """Write the trial.toml of a trial that has ended."""
    values: dict[str, Any] = {
        "repeat": trial.repeat,
        "block": trial.block,
        "control": trial.control,
        "outcome": trial.outcome,
    }
    values |= {"reason": trial.reason, "factors": dict(factors)}
    model = RunTrial.model_validate({key: value for key, value in values.items() if value is not None})
    (folder / "trial.toml").write_text(to_toml(model.model_dump(exclude_none=True)), "utf-8")


def finish(state: State, experiment: Experiment, engine: Engine, tell: Tell) -> tuple[Path, list[Problem]]:
    """Put the run folder together and check it; without an error it is moved into `data/`.

    Returns where it is and what is wrong with it. With an error, or when something fails, nothing is below `data/`.
    """
    project = Path(state.project)
    stage = project / "build" / "lab" / state.id
    shutil.rmtree(stage, ignore_errors=True)
    try:
        run_id = _assemble(state, experiment, engine, stage)
        tell("checking the run")
        problems = [
            each for each in load(stage, None).problems if each.path.startswith((f"runs/{run_id}", "machines/"))
        ]
        folder = stage / "runs" / run_id
        if not any(problem.severity == "error" for problem in problems):
            folder = _move(stage, project / "data", run_id)
            shutil.rmtree(stage)
    except OSError as error:
        shutil.rmtree(stage, ignore_errors=True)
        hint = f"mend it, then `ddlbench lab resume {state.id}`; the trials are kept"
        raise failure(error.filename or project, f"the run cannot be written: {error.strerror}", hint) from error
    return folder, problems


def _assemble(state: State, experiment: Experiment, engine: Engine, stage: Path) -> str:
    """A data folder of this run alone; gives the run's id."""
    data = Path(state.project) / "data"
    machine = machine_facts(state.folder)
    name, is_known = known_machine(data, machine)
    (stage / "machines").mkdir(parents=True)
    for kind in ("engines", "experiments", "machines"):
        for path in (data / kind).glob("*.toml"):
            (stage / kind).mkdir(exist_ok=True)
            shutil.copy(path, stage / kind)
    if not is_known:
        (stage / "machines" / f"{name}.toml").write_text(machine_toml(machine), "utf-8")
    run_id = free_run_id(data, f"{state.engine}/{name}/{state.date}-{state.label}")
    folder = stage / "runs" / run_id
    shutil.copytree(state.folder / "trials", folder / "trials")
    for path in sorted(folder.glob("trials/*/*.jsonl")):
        if path.stat().st_size > PACKED_BYTES:
            pack(path)
    run = run_of(state, experiment, engine, machine)
    (folder / "run.toml").write_text(to_toml(run.model_dump(by_alias=True, exclude_none=True)), "utf-8")
    write_hashes(folder)
    return run_id


def pack(path: Path) -> None:
    """Put a log's packed form in its place."""
    packed = zstandard.ZstdCompressor(level=19).compress(path.read_bytes())
    path.with_name(f"{path.name}.zst").write_bytes(packed)
    path.unlink()


def free_run_id(data: Path, run_id: str) -> str:
    """The id, or with the first number that no run has yet."""
    number = 2
    found = run_id
    while (data / "runs" / found).exists():
        found = f"{run_id}-{number}"
        number += 1
    return found


def _move(stage: Path, data: Path, run_id: str) -> Path:
    (data / "machines").mkdir(exist_ok=True)
    for path in (stage / "machines").iterdir():
        if not (data / "machines" / path.name).exists():
            path.rename(data / "machines" / path.name)
    target = data / "runs" / run_id
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        (stage / "runs" / run_id).rename(target)
    except OSError as error:
        if error.errno == errno.EXDEV:
            raise failure(data, "is on another file system than build/", "put both on one") from error
        raise
    return target


def run_of(state: State, experiment: Experiment, engine: Engine, machine: Machine) -> Run:
    """What run.toml says."""
    facts = state.facts
    name = f"{engine.name} {_short(facts['engine_version'])}"
    values: dict[str, Any] = {
        "title": written("title", experiment=experiment.title.by_language(), engine=name),
        "engine_version": facts["engine_version"],
        "origin": "lab",
        "contributor": state.contributor,
        "affiliation": state.affiliation,
        "licence": LICENCE,
        "experiment": state.experiment,
        "replicates": state.replicates,
        "note": _note(state, experiment, machine),
        "regime": facts["regime"],
        "tools": facts["tools"],
        "factors": {name: factor.model_dump(by_alias=True) for name, factor in _factors(state, experiment).items()},
    }
    return Run.model_validate(values | _tuning(facts["settings"]))


def _factors(state: State, experiment: Experiment) -> dict[str, Factor]:
    """The factors that trials state."""
    described = {**known_factors(), **experiment.described_factors()}
    return {name: described[name] for name in state.facts["factors"]}


def _short(version: str) -> str:
    found = re.match(r"[\d.]*\d", version)
    return found[0] if found else version


def _tuning(settings: Mapping[str, str]) -> dict[str, Any]:
    """Whether variables were set that are no factors, and which."""
    if not settings:
        return {"tuning": "default"}
    listed = ", ".join(f"{name} = {value}" for name, value in settings.items())
    return {"tuning": "tuned", "tuned": written("tuned", listed=listed)}


def _note(state: State, experiment: Experiment, machine: Machine) -> dict[str, str]:
    outside = state.facts["outside"]
    load, steal = f"{outside['loadavg_1m']:.2f}", f"{outside['steal_pct']:.2f}"
    name = "target_note" if state.target else "shared_note" if machine.shared else "note"
    return written(name, question=experiment.question.by_language(), cores=machine.cores, load=load, steal=steal)
