"""What a started experiment remembers between processes: outside `data/`, one folder a run.

$XDG_STATE_HOME/ddlbench/lab/<id>/state.json, trials/<nnn>/{trial.toml, logs}
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path
from typing import Any

from ddlbench.errors import did_you_mean, failure
from ddlbench.lab.design import Point

STATE = "state.json"


def state_home() -> Path:
    """The folder that holds the states of this user's experiments."""
    home = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(home) / "ddlbench" / "lab"


@dataclass
class Progress:
    """One trial of the order, and how it ended; `outcome` is None until it has."""

    number: int
    block: int
    repeat: int
    control: bool
    setting: dict[str, Any]
    outcome: str | None = None
    reason: str | None = None
    seconds: float | None = None

    @property
    def spelt(self) -> str:
        """Its setting in words."""
        return ", ".join(f"{name} {value}" for name, value in self.setting.items())

    @property
    def point(self) -> Point:
        """The trial as the design has it."""
        return Point(self.number, self.block, self.repeat, self.control, self.setting)


@dataclass
class State:
    """A started experiment; everything that a later process needs to go on with it."""

    id: str
    project: str
    experiment: str
    engine: str
    label: str
    date: str
    seed: int
    version: str | None = None
    target: str | None = None
    replicates: str | None = None
    contributor: str = ""
    affiliation: str = "none"
    choice: dict[str, Any] = field(default_factory=dict)
    trials: list[Progress] = field(default_factory=list)
    capacities: dict[str, float] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        """Where it is kept."""
        return state_home() / self.id

    @property
    def spec(self) -> str:
        """ENGINE or ENGINE@VERSION of its private server."""
        return f"{self.engine}@{self.version}" if self.version else self.engine

    @property
    def left(self) -> list[Progress]:
        """Trials that are still to be done, in order."""
        return [trial for trial in self.trials if trial.outcome is None]

    def trial_folder(self, number: int) -> Path:
        """The folder of a trial's logs."""
        return self.folder / "trials" / f"{number:03}"

    def save(self) -> None:
        """Write the state so that a crash leaves the old one or the new one."""
        self.folder.mkdir(parents=True, exist_ok=True)
        new = self.folder / f"{STATE}.new"
        new.write_text(json.dumps(asdict(self), indent=1, ensure_ascii=False), "utf-8")
        new.replace(self.folder / STATE)

    def remove(self) -> None:
        """Forget the experiment; its run folder has everything."""
        shutil.rmtree(self.folder, ignore_errors=True)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the state for this process; raises when another one works on it."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / "lock").open("w") as lock:
            try:
                flock(lock, LOCK_EX | LOCK_NB)
            except OSError as error:
                raise failure(self.id, "is being carried out by another process", "wait for it, or end it") from error
            yield


def read_state(folder: Path) -> State:
    """The state that a folder holds."""
    values = json.loads((folder / STATE).read_text("utf-8"))
    values["trials"] = [Progress(**trial) for trial in values["trials"]]
    return State(**values)


def states() -> list[State]:
    """Every unfinished experiment, the latest last."""
    home = state_home()
    found = [path.parent for path in home.glob(f"*/{STATE}")] if home.is_dir() else []
    return [read_state(folder) for folder in sorted(found, key=lambda folder: (folder / STATE).stat().st_mtime)]


def find_state(name: str | None) -> State:
    """The unfinished experiment of a name, or the latest one; raises when there is none."""
    known = {state.id: state for state in states()}
    if not known:
        raise failure(name or "lab", "there is nothing to resume", "start with `ddlbench lab run EXPERIMENT`")
    if name is None:
        return list(known.values())[-1]
    if name not in known:
        raise failure(name, "is no unfinished experiment", did_you_mean(name, known))
    return known[name]
