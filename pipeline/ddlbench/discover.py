"""The path grammar of `data/`: what lies where, and what should not be there.

    engines/<engine>.toml    machines/<machine>.toml    experiments/<experiment>.toml
    claims/<claim>.toml      guidance/<guidance>.toml   tonight/<runbook>.toml
    sources/<id>/source.toml, corrections.toml, tables/<name>.csv, excerpts/<nnn>/{trial.toml, logs}
    runs/<engine>/<machine>/<YYYYMMDD>-<label>/run.toml, SHA256SUMS, trials/<nnn>/{trial.toml, logs}

The path carries identity; the files repeat none of it.
"""

from __future__ import annotations

import datetime as dt
import hashlib
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
from ddlbench.tree import Tree, below, tree_of

Model = TypeVar("Model", bound=BaseModel)

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
    documents: dict[str, str] = field(default_factory=dict)
    """What TOML files state, as JSON, by their names; not of all of them."""
    digests: dict[str, str | None] = field(default_factory=dict)

    def digest(self, run: RunFolder) -> str | None:
        """A hash of what run.toml says of a run, and trial.toml of each trial; None where that is not known."""
        if run.run_id not in self.digests:
            names = [f"runs/{run.run_id}/run.toml", *(f"{trial.trial_id}/trial.toml" for trial in run.trials)]
            stated = [(name, self.documents.get(name)) for name in names]
            known = all(document for _, document in stated)
            self.digests[run.run_id] = hashlib.sha256(repr(stated).encode()).hexdigest() if known else None
        return self.digests[run.run_id]

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

    def __call__(self, model: type[Model], path: str, name: str) -> Model:
        """The model; raises `DdlbenchError` with every fault of the file."""


Listing = tuple[tuple[str, tuple[str, ...]], ...]
"""The trials of a run or of a source, not read yet: the id and the logs of each."""


class Discovery:
    """What a tree of a data folder holds: the logs are listed before it is read what the TOML files say of them.

    Its paths are texts below the data folder, since objects would take as long as the disk does.
    """

    def __init__(self, root: Path, tree: Tree, read: Read, without: Collection[str] = ()) -> None:
        """List the logs but for those of some runs; faults become problems of the inventory."""
        self.found = Inventory(root)
        self.read = read
        self.root = os.fspath(root)
        self.tree = tree
        self.logs: dict[str, str] = {}
        """All logs with their stamps, whatever may be wrong with the files beside them."""
        for name, node in self._entries("", tree):
            if name not in FOLDERS or not isinstance(node, dict):
                self.problem(name, "does not belong into the data folder", did_you_mean(name, FOLDERS))
        self.sources: dict[str, Listing] = {}
        for source_id, source in self._folders("sources", below(tree, "sources"), NAME):
            self.sources[source_id] = self._trials(f"sources/{source_id}/excerpts", below(source, "excerpts"))
        self.runs: dict[str, Listing] = {}
        for engine, machines in self._folders("runs", below(tree, "runs"), NAME):
            for machine, runs in self._folders(f"runs/{engine}", machines, NAME):
                for label, run in self._folders(f"runs/{engine}/{machine}", runs, DATED):
                    run_id = f"{engine}/{machine}/{label}"
                    if run_id not in without:
                        self.runs[run_id] = self._list_run(f"runs/{run_id}", run)

    def inventory(self) -> Inventory:
        """Read the TOML files; faults become problems of the inventory, what can be read is read."""
        self.found.engines = self._models("engines", Engine)
        self.found.machines = self._models("machines", Machine)
        self.found.experiments = self._models("experiments", Experiment)
        self.found.claims = self._models("claims", Claim)
        self.found.guidance = self._models("guidance", Guidance)
        self.found.runbooks = self._models("tonight", Runbook)
        for source_id in self.sources:
            self._guard(self._source, source_id)
        for run_id in self.runs:
            self._guard(self._run, run_id)
        self._check_names()
        return self.found

    def problem(self, path: str, message: str, hint: str = "") -> None:
        """Note a problem with a path as a whole."""
        self.found.problems.append(Problem(path, 0, message, hint=hint))

    def _guard(self, read: Callable[[str], None], name: str) -> None:
        try:
            read(name)
        except DdlbenchError as error:
            self.found.problems += error.problems

    def _entries(self, folder: str, tree: Tree) -> Iterator[tuple[str, Tree | str]]:
        """The folders and files of a folder, each with its tree or stamp."""
        for name, node in tree.items():
            if node is None:
                path = f"{folder}/{name}" if folder else name
                self.problem(path, "is a link; links are not followed", "put the file itself here")
            elif name != ".gitkeep":
                yield name, node

    def _folders(self, folder: str, tree: Tree, grammar: re.Pattern[str]) -> Iterator[tuple[str, Tree]]:
        for name, node in self._entries(folder, tree):
            if isinstance(node, dict) and grammar.fullmatch(name):
                yield name, node
            else:
                hint = "see the contribute page"
                self.problem(f"{folder}/{name}", f"is not a folder named like `{grammar.pattern}`", hint)

    def _models(self, folder: str, model: type[Model]) -> dict[str, Model]:
        models: dict[str, Model] = {}
        for name, _ in self._entries(folder, below(self.tree, folder)):
            stem = name.removesuffix(".toml")
            if stem == name or not NAME.fullmatch(stem):
                self.problem(f"{folder}/{name}", f"is not a file named like `{NAME.pattern}.toml`")
                continue
            try:
                models[stem] = self._read(model, f"{folder}/{name}")
            except DdlbenchError as error:
                self.found.problems += error.problems
        return models

    def _read(self, model: type[Model], name: str) -> Model:
        return self.read(model, f"{self.root}/{name}", name)

    def _source(self, source_id: str) -> None:
        folder, tree = f"sources/{source_id}", below(below(self.tree, "sources"), source_id)
        source = self._read(Source, f"{folder}/source.toml")
        path = f"{folder}/corrections.toml"
        corrections = self._read(Corrections, path).correction if "corrections.toml" in tree else []
        for name, _ in self._entries(folder, tree):
            if name not in {"source.toml", "corrections.toml", "tables", "excerpts"}:
                self.problem(f"{folder}/{name}", "does not belong into a source")
        self.found.sources[source_id] = SourceFolder(
            source_id,
            source,
            self._tables(f"{folder}/tables", below(tree, "tables"), source),
            tuple(self._read_trials(self.sources[source_id], ExcerptTrial)),
            tuple(corrections),
        )

    def _tables(self, folder: str, tree: Tree, source: Source) -> dict[str, str]:
        found = {}
        for file, _ in self._entries(folder, tree):
            name = file.removesuffix(".csv")
            if not TABLE.fullmatch(file):
                self.problem(f"{folder}/{file}", f"is not a file named like `{TABLE.pattern}`")
            elif name not in source.tables:
                hint = did_you_mean(name, source.tables)
                self.problem(f"{folder}/{file}", f"has no `[tables.{name}]` in source.toml", hint)
            else:
                found[name] = f"{folder}/{file}"
        for name in sorted(source.tables.keys() - found.keys()):
            self.problem(f"{folder}/{name}.csv", "is missing; source.toml describes it")
        return found

    def _list_run(self, folder: str, tree: Tree) -> Listing:
        for name, _ in self._entries(folder, tree):
            if name not in {"run.toml", "trials", "SHA256SUMS"}:
                self.problem(f"{folder}/{name}", "does not belong into a run")
        trials = self._trials(f"{folder}/trials", below(tree, "trials"))
        if not trials:
            self.problem(folder, "has no trials", "put the logs into trials/001/ with a trial.toml")
        return trials

    def _run(self, run_id: str) -> None:
        engine, machine, label = run_id.split("/")
        date = self._date(f"runs/{run_id}", label[:8])
        run = self._read(Run, f"runs/{run_id}/run.toml")
        trials = tuple(self._read_trials(self.runs[run_id], RunTrial))
        self.found.runs[run_id] = RunFolder(run_id, engine, machine, date, run, trials)

    def _date(self, folder: str, stamp: str) -> dt.date | None:
        try:
            return dt.date.fromisoformat(stamp)
        except ValueError:
            self.problem(folder, f"`{stamp}` is not a date", "name the folder <YYYYMMDD>-<label>")
            return None

    def _trials(self, folder: str, tree: Tree) -> Listing:
        trials = self._folders(folder, tree, NUMBER)
        return tuple((f"{folder}/{name}", tuple(self._logs(f"{folder}/{name}", trial))) for name, trial in trials)

    def _read_trials(self, listing: Listing, model: type[ExcerptTrial] | type[RunTrial]) -> Iterator[TrialFolder]:
        for trial_id, logs in listing:
            try:
                trial = self._read(model, f"{trial_id}/trial.toml")
            except DdlbenchError as error:
                self.found.problems += error.problems
                continue
            yield TrialFolder(trial_id, trial, logs)

    def _logs(self, folder: str, tree: Tree) -> Iterator[str]:
        for name, node in self._entries(folder, tree):
            if name == "trial.toml":
                continue
            path = f"{folder}/{name}"
            if isinstance(node, str) and node and LOG.fullmatch(name):
                self.logs[path] = node
                yield path
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
            for guidance_id in runbook.elsewhere:
                self._known(guidance_id, found.guidance, f"tonight/{name}.toml", "guidance")
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
    return Discovery(root, tree_of(root), read).inventory()
