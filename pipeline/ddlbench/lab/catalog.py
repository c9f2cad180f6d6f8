"""What the lab can be asked for: experiments and engines by name, with near matches for unknown ones."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from ddlbench.errors import did_you_mean, failure
from ddlbench.experiment import Experiment
from ddlbench.models import Engine
from ddlbench.toml_files import read_toml

Model = TypeVar("Model", Engine, Experiment)

FOLDERS = {Engine: "engines", Experiment: "experiments"}


def experiments_of(project: Path) -> dict[str, Experiment]:
    """The experiments of a project; raises with the faults of their files."""
    return {path.stem: _read(Experiment, path) for path in _files(Experiment, project)}


def engines_of(project: Path) -> dict[str, Engine]:
    """The engines of a project; raises with the faults of their files."""
    return {path.stem: _read(Engine, path) for path in _files(Engine, project)}


def find_experiment(project: Path, name: str) -> Experiment:
    """One experiment; raises with near matches."""
    return _find(Experiment, project, name, "is no experiment", "see `ddlbench lab list`")


def find_engine(project: Path, name: str) -> Engine:
    """One engine; raises with near matches."""
    return _find(Engine, project, name, "is no engine", "see `ddlbench lab engine list`")


def _find(model: type[Model], project: Path, name: str, unknown: str, hint: str) -> Model:
    known = {path.stem: path for path in _files(model, project)}
    if name not in known:
        raise failure(name, unknown, did_you_mean(name, known) or hint)
    return _read(model, known[name])


def _files(model: type[Model], project: Path) -> list[Path]:
    return sorted((project / "data" / FOLDERS[model]).glob("*.toml"))


def _read(model: type[Model], path: Path) -> Model:
    return read_toml(model, path, f"{path.parent.name}/{path.name}")
