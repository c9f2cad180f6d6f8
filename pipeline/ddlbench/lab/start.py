"""From what the user asked for to a state, and from a state to a run folder; `run` and `resume` share the second."""

from __future__ import annotations

import datetime as dt
import re
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import FrameType

from ddlbench.build import Tell
from ddlbench.errors import DdlbenchError, Problem, did_you_mean, failure
from ddlbench.experiment import Experiment
from ddlbench.lab import design
from ddlbench.lab.catalog import find_engine, find_experiment
from ddlbench.lab.choice import Choice, chosen, without_missing
from ddlbench.lab.matrix import matrix_points
from ddlbench.lab.roots import packaged_version
from ddlbench.lab.runfolder import finish
from ddlbench.lab.runner import Runner, estimated_s
from ddlbench.lab.server import LabError, Server
from ddlbench.lab.state import Progress, State, states

PRIVATE_HINT = "leave these trials out with --set, or use a private server: --engine"
PRIVATE_ONLY = {
    "ddl_command": "a tool that connects by itself",
    "replica": "a replica",
    "tmp_mib": "a small temporary folder",
    "trace": "a trace of its system calls",
}
"""What a rule may ask for that the lab does to no server of somebody else."""

LABEL = re.compile(r"[a-z0-9][a-z0-9-]*")


@dataclass(frozen=True)
class Asked:
    """What the user asked for on the command line."""

    experiment: str
    engine: str
    version: str | None = None
    target: str | None = None
    choice: Choice = field(default_factory=Choice)
    seed: int | None = None
    label: str | None = None
    contributor: str | None = None
    affiliation: str = "none"


def new_state(project: Path, asked: Asked) -> State:
    """A state with its trials in random order, not written yet; raises for whatever cannot be carried out."""
    original = find_experiment(project, asked.experiment)
    engine = find_engine(project, asked.engine)
    if engine.publication == "forbidden":
        hint = "`ddlbench lab own` makes a report for yourself"
        raise failure(asked.engine, "is under a licence that forbids to publish measurements", hint)
    if asked.version:
        packaged_version({asked.engine: engine}, f"{asked.engine}@{asked.version}")
    if asked.engine not in original.engines:
        hint = did_you_mean(asked.engine, original.engines)
        raise failure(asked.experiment, f"is not for the engine `{asked.engine}`", hint)
    experiment = chosen(original, asked.choice, asked.experiment)
    experiment = without_missing(experiment, (asked.choice.values or {}).keys())
    seed = original.seed if asked.seed is None else asked.seed
    ordered = matrix_points if experiment.kind == "matrix" else design.ordered
    points = ordered(experiment, asked.engine, seed)
    now = dt.datetime.now(dt.UTC)
    label = asked.label or asked.experiment
    if not LABEL.fullmatch(label):
        raise failure("--label", f"`{label}` is not like `{LABEL.pattern}`")
    state = State(
        id=_free_id(f"{asked.experiment}-{asked.engine}-{now:%Y%m%d-%H%M%S}"),
        project=str(project),
        experiment=asked.experiment,
        engine=asked.engine,
        version=asked.version,
        target=asked.target,
        label=label,
        date=f"{now:%Y%m%d}",
        seed=seed,
        contributor=asked.contributor or git_user() or "anonymous",
        affiliation=asked.affiliation,
        choice=asked.choice.as_dict(),
        trials=[Progress(**asdict(point)) for point in points],
    )
    check_points(experiment, state)
    return state


def _free_id(name: str) -> str:
    taken = {state.id for state in states()}
    return next(each for number in range(1, 1000) if (each := f"{name}-{number}" if number > 1 else name) not in taken)


def check_points(experiment: Experiment, state: State) -> None:
    """Raise for settings that cannot be carried out: without a statement, or a program, or on somebody's server."""
    if experiment.kind != "trials":
        return
    busy = [trial for trial in state.trials if not trial.control]
    problems = [problem for trial in busy for problem in _obstacles(experiment, state, trial)]
    if problems:
        raise DdlbenchError(problems)


def _obstacles(experiment: Experiment, state: State, trial: Progress) -> Iterator[Problem]:
    said = design.doing(experiment, state.engine, trial.setting, {}).values
    command = said.get("ddl_command")
    if not command and not said.get("ddl"):
        yield Problem(state.experiment, 0, f"has no statement for {trial.spelt}", hint="see its rules")
    if command and not shutil.which(command[0]):
        yield Problem(command[0], 0, "is not installed", hint="install it, or leave it out with --set method=…")
    for what in [what for name, what in PRIVATE_ONLY.items() if state.target and said.get(name)]:
        yield Problem(state.experiment, 0, f"needs a private server for {what} ({trial.spelt})", hint=PRIVATE_HINT)


def git_user() -> str | None:
    """The name that git knows, if any."""
    if not shutil.which("git"):
        return None
    done = subprocess.run(["git", "config", "user.name"], capture_output=True, text=True, check=False)
    return done.stdout.strip() or None


def estimated_total_s(experiment: Experiment, state: State) -> float:
    """About how long the trials take that are left."""
    return sum(estimated_s(experiment, state.engine, trial.setting) for trial in state.left)


def needs_port(state: State) -> bool:
    """Whether a trial that is left has a replica or a tool that its server must listen for."""
    experiment = experiment_of(state)
    left = [design.doing(experiment, state.engine, trial.setting, {}).values for trial in state.left]
    return any(said.get("replica") or "{port}" in " ".join(said.get("ddl_command", [])) for said in left)


def experiment_of(state: State) -> Experiment:
    """The experiment of a state, with what the user chose."""
    original = find_experiment(Path(state.project), state.experiment)
    return chosen(original, Choice(**state.choice), state.experiment)


def carry_on(state: State, open_server: Callable[[], Server], tell: Tell) -> tuple[Path, list[Problem]]:
    """Do what is left of a state, and make its run folder; the server is gone afterwards, whatever happens.

    Returns the folder and what is wrong with it; raises `KeyboardInterrupt` when interrupted or terminated.
    """
    experiment = experiment_of(state)
    engine = find_engine(Path(state.project), state.engine)
    if engine.lab is None:
        raise failure(state.engine, "has no `[lab]` in its file", f"describe it in engines/{state.engine}.toml")
    with state.locked(), terminable():
        state.save()
        if state.left:
            with _forgotten_if_empty(state):
                server = open_server()
                try:
                    Runner(state, experiment, server, engine.lab, tell).carry_out()
                finally:
                    server.destroy()
                    with suppress(OSError):  # On a full disk the state stays as it was after the last trial.
                        state.save()
        folder, problems = finish(state, experiment, engine, tell)
    if not any(problem.severity == "error" for problem in problems):
        state.remove()
    return folder, problems


@contextmanager
def _forgotten_if_empty(state: State) -> Iterator[None]:
    """Forget a state that has nothing to keep when the server cannot be used as it is."""
    try:
        yield
    except LabError:
        if len(state.left) == len(state.trials):
            state.remove()
        raise


@contextmanager
def terminable() -> Iterator[None]:
    """Treat a request to end as an interrupt, so that both clean up."""
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
