"""What the lab can be asked for: experiments and engines by name, with near matches for unknown ones."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from ddlbench.errors import did_you_mean, failure
from ddlbench.experiment import Experiment
from ddlbench.models import Engine
from ddlbench.toml_files import read_toml

Model = TypeVar("Model", Engine, Experiment)


def experiments_of(project: Path) -> dict[str, Experiment]:
    """The experiments of a project; raises with the faults of their files."""
    folder = project / "data" / "experiments"
    return {path.stem: _read(Experiment, path) for path in sorted(folder.glob("*.toml"))}


def find_experiment(project: Path, name: str) -> Experiment:
    """One experiment; raises with near matches."""
    path = project / "data" / "experiments" / f"{name}.toml"
    known = [each.stem for each in path.parent.glob("*.toml")]
    if name not in known:
        raise failure(name, "is no experiment", did_you_mean(name, known) or "see `ddlbench lab list`")
    return _read(Experiment, path)


def find_engine(project: Path, name: str) -> Engine:
    """One engine; raises with near matches."""
    path = project / "data" / "engines" / f"{name}.toml"
    known = [each.stem for each in path.parent.glob("*.toml")]
    if name not in known:
        raise failure(name, "is no engine", did_you_mean(name, known))
    return _read(Engine, path)


def _read(model: type[Model], path: Path) -> Model:
    return read_toml(model, path, f"{path.parent.name}/{path.name}")
