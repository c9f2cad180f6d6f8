"""The path grammar of `data/`: what lies where, and what should not be there.

    engines/<engine>.toml    machines/<machine>.toml    experiments/<experiment>.toml
    claims/<claim>.toml      guidance/<guidance>.toml   tonight/<runbook>.toml
    sources/<id>/source.toml, corrections.toml, tables/<name>.csv, excerpts/<nnn>/{trial.toml, logs}
    runs/<engine>/<machine>/<YYYYMMDD>-<label>/run.toml, SHA256SUMS, trials/<nnn>/{trial.toml, logs}

The path carries identity; the files repeat none of it.
"""

from __future__ import annotations

import datetime as dt
import os
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeVar

from pydantic import BaseModel

from ddlbench.errors import DdlbenchError, Problem, did_you_mean
from ddlbench.experiment import Experiment
from ddlbench.models import (
    Claim,
    Correction,
    Corrections,
    Engine,
    ExcerptTrial,
    Guidance,
    Machine,
    Run,
    Runbook,
    RunTrial,
    Source,
)
from ddlbench.toml_files import read_toml

Model = TypeVar("Model", bound=BaseModel)
Entry = os.PathLike[str]

FOLDERS = ("engines", "machines", "experiments", "runs", "sources", "claims", "guidance", "tonight", "versions")

NAME = re.compile(r"[a-z0-9][a-z0-9._-]*")
NUMBER = re.compile(r"[0-9]{3}")
TABLE = re.compile(r"[a-z][a-z0-9_]*\.csv")
LOG = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
DATED = re.compile(r"([0-9]{8})-([a-z0-9][a-z0-9-]*)")


@dataclass(frozen=True)
class TrialFolder:
    """A folder of logs; `trial_id` is its path below `data/`."""

    trial_id: str
    trial: ExcerptTrial | RunTrial
    logs: tuple[str, ...]


@dataclass(frozen=True)
class SourceFolder:
    """A folder of `sources/`."""

    source_id: str
    source: Source
    tables: dict[str, str]
    excerpts: tuple[TrialFolder, ...]
    corrections: tuple[Correction, ...]


@dataclass(frozen=True)
class RunFolder:
    """A folder of `runs/`; `run_id` is its path below `runs/`, `date` is None where the path has none."""

    run_id: str
    engine: str
    machine: str
    date: dt.date | None
    run: Run
    trials: tuple[TrialFolder, ...]


@dataclass
class Inventory:
    """Everything found below `data/`, and every problem met on the way."""

    root: Path
    engines: dict[str, Engine] = field(default_factory=dict)
    machines: dict[str, Machine] = field(default_factory=dict)
    experiments: dict[str, Experiment] = field(default_factory=dict)
    claims: dict[str, Claim] = field(default_factory=dict)
    guidance: dict[str, Guidance] = field(default_factory=dict)
    runbooks: dict[str, Runbook] = field(default_factory=dict)
    sources: dict[str, SourceFolder] = field(default_factory=dict)
    runs: dict[str, RunFolder] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def logs(self) -> Iterator[tuple[str, TrialFolder, str, str, str]]:
        """Each log with its trial, the kind and id of its owner, and its evidence level."""
        for source in self.sources.values():
            for excerpt in source.excerpts:
                for log in excerpt.logs:
                    yield log, excerpt, "source", source.source_id, "excerpt"
        for run in self.runs.values():
            for trial in run.trials:
                for log in trial.logs:
                    yield log, trial, "run", run.run_id, "raw"


class Read(Protocol):
    """Reads a TOML file as a model; `name` is how messages call the file."""

    def __call__(self, model: type[Model], path: Path, name: str) -> Model:
        """The model; raises `DdlbenchError` with every fault of the file."""


class Discovery:
    """One walk over a data folder."""

    def __init__(self, root: Path, read: Read) -> None:
        self.found = Inventory(root)
        self.read = read
        self.above = len(os.fspath(root)) + 1

    def walk(self) -> Inventory:
        """Read the folder; faults become problems of the inventory, what can be read is read."""
        root = self.found.root
        for path in self._entries(root):
            if path.name not in FOLDERS or not path.is_dir():
                hint = did_you_mean(path.name, FOLDERS)
                self.problem(path, "does not belong into the data folder", hint)
        self.found.engines = self._models(root / "engines", Engine)
        self.found.machines = self._models(root / "machines", Machine)
        self.found.experiments = self._models(root / "experiments", Experiment)
        self.found.claims = self._models(root / "claims", Claim)
        self.found.guidance = self._models(root / "guidance", Guidance)
        self.found.runbooks = self._models(root / "tonight", Runbook)
        for folder in self._folders(root / "sources", NAME):
            self._guard(self._source, folder)
        for engine in self._folders(root / "runs", NAME):
            for machine in self._folders(engine, NAME):
                for folder in self._folders(machine, DATED):
                    self._guard(self._run, folder)
        self._check_names()
        return self.found

    def name(self, path: Entry) -> str:
        """A path as messages and tables give it: below the data folder."""
        return os.fspath(path)[self.above :]

    def problem(self, path: Entry, message: str, hint: str = "") -> None:
        """Note a problem with a path as a whole."""
        self.found.problems.append(Problem(self.name(path), 0, message, hint=hint))

    def _guard(self, read: Callable[[Path], None], folder: Path) -> None:
        try:
            read(folder)
        except DdlbenchError as error:
            self.found.problems += error.problems

    def _entries(self, folder: Path) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(folder) as scanned:
                listed = sorted(scanned, key=lambda entry: entry.name)
        except (FileNotFoundError, NotADirectoryError):
            return []
        entries = []
        for entry in listed:
            if entry.is_symlink():
                self.problem(entry, "is a link; links are not followed", "put the file itself here")
            elif entry.name != ".gitkeep":
                entries.append(entry)
        return entries

    def _folders(self, folder: Path, grammar: re.Pattern[str]) -> Iterator[Path]:
        for path in self._entries(folder):
            if path.is_dir() and grammar.fullmatch(path.name):
                yield Path(path)
            else:
                self.problem(path, f"is not a folder named like `{grammar.pattern}`", "see the contribute page")

    def _models(self, folder: Path, model: type[Model]) -> dict[str, Model]:
        models: dict[str, Model] = {}
        for path in map(Path, self._entries(folder)):
            if path.suffix != ".toml" or not NAME.fullmatch(path.stem):
                self.problem(path, f"is not a file named like `{NAME.pattern}.toml`")
                continue
            try:
                models[path.stem] = self.read(model, path, self.name(path))
            except DdlbenchError as error:
                self.found.problems += error.problems
        return models

    def _source(self, folder: Path) -> None:
        source = self.read(Source, folder / "source.toml", self.name(folder / "source.toml"))
        path = folder / "corrections.toml"
        corrections = self.read(Corrections, path, self.name(path)).correction if path.exists() else []
        for entry in self._entries(folder):
            if entry.name not in {"source.toml", "corrections.toml", "tables", "excerpts"}:
                self.problem(entry, "does not belong into a source")
        self.found.sources[folder.name] = SourceFolder(
            folder.name,
            source,
            self._tables(folder / "tables", source),
            tuple(self._trials(folder / "excerpts", ExcerptTrial)),
            tuple(corrections),
        )

    def _tables(self, folder: Path, source: Source) -> dict[str, str]:
        found = {}
        for path in map(Path, self._entries(folder)):
            if not TABLE.fullmatch(path.name):
                self.problem(path, f"is not a file named like `{TABLE.pattern}`")
            elif path.stem not in source.tables:
                hint = did_you_mean(path.stem, source.tables)
                self.problem(path, f"has no `[tables.{path.stem}]` in source.toml", hint)
            else:
                found[path.stem] = self.name(path)
        for name in sorted(source.tables.keys() - found.keys()):
            self.problem(folder / f"{name}.csv", "is missing; source.toml describes it")
        return found

    def _run(self, folder: Path) -> None:
        run_id = self.name(folder).removeprefix("runs/")
        engine, machine, _ = run_id.split("/")
        date = self._date(folder)
        for entry in self._entries(folder):
            if entry.name not in {"run.toml", "trials", "SHA256SUMS"}:
                self.problem(entry, "does not belong into a run")
        run = self.read(Run, folder / "run.toml", self.name(folder / "run.toml"))
        trials = tuple(self._trials(folder / "trials", RunTrial))
        if not trials:
            self.problem(folder, "has no trials", "put the logs into trials/001/ with a trial.toml")
        self.found.runs[run_id] = RunFolder(run_id, engine, machine, date, run, trials)

    def _date(self, folder: Path) -> dt.date | None:
        stamp = folder.name[:8]
        try:
            return dt.date.fromisoformat(stamp)
        except ValueError:
            self.problem(folder, f"`{stamp}` is not a date", "name the folder <YYYYMMDD>-<label>")
            return None

    def _trials(self, folder: Path, model: type[ExcerptTrial] | type[RunTrial]) -> Iterator[TrialFolder]:
        for path in self._folders(folder, NUMBER):
            try:
                trial = self.read(model, path / "trial.toml", self.name(path / "trial.toml"))
            except DdlbenchError as error:
                self.found.problems += error.problems
                continue
            yield TrialFolder(self.name(path), trial, tuple(self._logs(path)))

    def _logs(self, folder: Path) -> Iterator[str]:
        for path in self._entries(folder):
            if path.name == "trial.toml":
                continue
            if path.is_file() and LOG.fullmatch(path.name):
                yield self.name(path)
            else:
                self.problem(path, f"is not a file named like `{LOG.pattern}`")

    def _check_names(self) -> None:
        found = self.found
        for source in found.sources.values():
            self._known(source.source.engine, found.engines, f"sources/{source.source_id}/source.toml", "engine")
        for run in found.runs.values():
            self._known(run.engine, found.engines, f"runs/{run.run_id}", "engine")
            self._known(run.machine, found.machines, f"runs/{run.run_id}", "machine")
            if run.run.experiment is not None:
                self._known(run.run.experiment, found.experiments, f"runs/{run.run_id}/run.toml", "experiment")
        for name, experiment in found.experiments.items():
            for engine in experiment.engines:
                self._known(engine, found.engines, f"experiments/{name}.toml", "engine")
        for name, claim in found.claims.items():
            self._known(claim.source, found.sources, f"claims/{name}.toml", "source")
        for name, runbook in found.runbooks.items():
            self._known(runbook.engine, found.engines, f"tonight/{name}.toml", "engine")
        for name, guidance in found.guidance.items():
            self._known(guidance.engine, found.engines, f"guidance/{name}.toml", "engine")
            if guidance.superseded_by is not None:
                self._known(guidance.superseded_by, found.guidance, f"guidance/{name}.toml", "guidance")

    def _known(self, name: str, known: Collection[str], path: str, kind: str) -> None:
        if name not in known:
            hint = did_you_mean(name, known)
            self.found.problems.append(Problem(path, 0, f"unknown {kind} `{name}`", hint=hint))


def discover(root: Path, read: Read = read_toml) -> Inventory:
    """What lies below a data folder; faults are problems of the result."""
    return Discovery(root, read).walk()
