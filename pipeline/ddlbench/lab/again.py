"""`lab rerun`: the state of a repetition, and what its comparison with the original says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ddlbench.discover import RunFolder
from ddlbench.errors import failure
from ddlbench.lab.catalog import find_experiment
from ddlbench.lab.rerun import (
    compared,
    find_run,
    obstacles,
    rerun_choice,
    rerun_points,
    trials_of,
    verdict,
)
from ddlbench.lab.start import Asked, check_points, experiment_of, new_state
from ddlbench.lab.state import State


def rerun_state(project: Path, name: str, target: str | None, contributor: str | None) -> tuple[State, RunFolder]:
    """A state that does the trials of a run again, in the same order; raises for a run that the lab cannot repeat."""
    _, old = find_run(project, name)
    if old.run.experiment is None:
        raise failure(name, "is of no experiment, so the lab cannot repeat it", "compare it by hand")
    experiment = find_experiment(project, old.run.experiment)
    label = f"rerun-{old.run_id.rpartition('/')[2][9:]}"
    choice = rerun_choice(project / "data", old)
    asked = Asked(old.run.experiment, old.engine, None, target, choice, label=label, contributor=contributor)
    state = new_state(project, asked)
    state.replicates = old.run_id
    state.trials = rerun_points(old, experiment.factors)
    check_points(experiment_of(state), state)
    return state, old


def tell_comparison(project: Path, old: RunFolder, folder: Path, state: State) -> Iterator[str]:
    """The verdict, and a line for each ratio behind it."""
    data = project / "data"
    _, new = find_run(project, folder.relative_to(data / "runs").as_posix())
    reasons = obstacles(old, state, new.machine)
    ratios = compared(trials_of(data, old), trials_of(data, new))
    yield verdict(reasons, ratios)
    for ratio in ratios:
        yield f"  {ratio}"
