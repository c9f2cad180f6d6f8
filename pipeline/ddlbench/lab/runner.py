"""Carries out the trials of an experiment on a server, one after the other, and remembers each that has ended."""

from __future__ import annotations

import errno
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace

from ddlbench.build import Tell
from ddlbench.errors import failure
from ddlbench.experiment import Experiment, Setting
from ddlbench.lab import design
from ddlbench.lab.facts import server_facts
from ddlbench.lab.journal import Timeline
from ddlbench.lab.machine import load_from_outside
from ddlbench.lab.matrix import Matrix, cells
from ddlbench.lab.plan import Load, TrialOutcome, TrialPlan
from ddlbench.lab.private import PrivateServer
from ddlbench.lab.replica import catch_up, replicated
from ddlbench.lab.runfolder import write_trial
from ddlbench.lab.server import DATABASE, LabError, Server, execute_all
from ddlbench.lab.state import Progress, State
from ddlbench.lab.tables import Tables, refuse_tables
from ddlbench.lab.trial import run_trial
from ddlbench.models import LabDialect

OVERHEAD_S = 8.0
"""About what a trial takes beside its windows, until the first one has been timed."""

HOPELESS = 3
"""So many failed trials before any has been completed end the experiment."""


class Runner:
    """One process's work on a state."""

    def __init__(self, state: State, experiment: Experiment, server: Server, dialect: LabDialect, tell: Tell) -> None:
        self.state = state
        self.dialect = dialect
        self.experiment = experiment
        self.server = server
        self.tell = tell
        self.tables = Tables(state, experiment, server, tell)
        self.no_replica: str | None = None

    def carry_out(self) -> None:
        """Do the trials that are left; a failed one is kept with its reason.

        Raises what keeps every trial from being done: a setting that the server refuses, a full disk. What has ended
        is in the state then, as it is after an interrupt.
        """
        self.state.facts.setdefault("outside", load_from_outside())
        if not self.server.private:
            refuse_tables(self.server)
        try:
            self._all()
        finally:
            self.tables.leave()

    def _all(self) -> None:
        for trial in self.state.left:
            self.tell(f"trial {trial.number} of {len(self.state.trials)} ({named(trial)}); {self._time_left()}")
            with self._space_is_told(trial):
                self._trial(trial)
                self.state.save()
            self._tell_end(trial)
            self._stop_if_hopeless()

    def _trial(self, trial: Progress) -> None:
        folder = self.state.trial_folder(trial.number)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        began = time.monotonic()
        try:
            with ExitStack() as stack:
                timeline = Timeline(folder / "timeline.jsonl")
                replica = self._started(trial, timeline, stack)
                plan = self._made_ready(trial, timeline)
                outcome = self._outcome(plan, trial, timeline, replica)
            self._note_end(trial, plan, outcome, time.monotonic() - began)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise

    def _outcome(self, plan: TrialPlan, trial: Progress, timeline: Timeline, replica: Server | None) -> TrialOutcome:
        if self.no_replica is not None:
            return TrialOutcome("failed", f"the replica does not work: {self.no_replica}")
        try:
            if replica is not None:
                catch_up(self.server, replica)
            outcome = self._carried_out(plan, trial)
            if replica is not None:
                catch_up(self.server, replica)
                timeline.event("replica_caught_up")
        except LabError as error:
            self.tables.spoil()
            return TrialOutcome("failed", error.problems[0].message)
        return outcome

    def _carried_out(self, plan: TrialPlan, trial: Progress) -> TrialOutcome:
        folder = self.state.trial_folder(trial.number)
        if self.experiment.kind == "matrix":
            tried = list(cells(self.experiment, self.server.engine, trial.setting, self._names()))
            return Matrix(self.server, folder).run(tried)
        return run_trial(self.server, self.dialect, plan, folder)

    def _started(self, trial: Progress, timeline: Timeline, stack: ExitStack) -> Server | None:
        """Start the server with the trial's settings; its replica where the trial has one, from before its tables."""
        self._start(trial)
        timeline.event("server_started", self.server.version)
        self.no_replica = None
        what = design.doing(self.experiment, self.server.engine, trial.setting, self._names())
        if trial.control or not what.values.get("replica"):
            return None
        assert isinstance(self.server, PrivateServer)  # Others are refused before the first trial.
        assert self.server.port is not None
        path = self.state.trial_folder(trial.number) / "replica.jsonl"
        try:
            return stack.enter_context(replicated(self.server, self.state.spec, self.server.port, path))
        except LabError as error:
            self.no_replica = error.problems[0].message
            return None

    def _made_ready(self, trial: Progress, timeline: Timeline) -> TrialPlan:
        """Prepare the trial's tables, and say what is to be done."""
        setting = trial.setting
        designed = design.load_design(self.experiment, self.server.engine, setting)
        load = design.load_of(designed, None)
        self.tables.provide(load, timeline)
        self._note_facts(load, setting)
        seconds = float(design.windows_of(self.experiment, self.server.engine, setting)["capacity_s"])
        plan = self._plan(trial.point, self.tables.capacity(designed, seconds, timeline))
        if not trial.control and self.experiment.kind == "trials":
            what = design.doing(self.experiment, self.server.engine, setting, self._names())
            execute_all(self.server, what.texts("before"))
        return plan

    def _start(self, trial: Progress) -> None:
        """(Re)start the server with the trial's settings; a target only gets them."""
        space = design.doing(self.experiment, self.server.engine, trial.setting, self._names()).values.get("tmp_mib")
        if isinstance(self.server, PrivateServer):
            self.server.temp_mib = space
        self.server.start(design.server_settings(self.experiment, self.server.engine, trial.setting))

    def _plan(self, point: design.Point, capacity_tps: float | None) -> TrialPlan:
        names = self._names()
        if self.experiment.kind == "matrix":  # Its statements are its own; only what the trial states is needed.
            point = replace(point, control=True)
        return design.plan_of(self.experiment, self.server.engine, self.server.protocol, point, capacity_tps, names)

    def _names(self) -> dict[str, str]:
        """Placeholders that depend on the server; tools, which need a socket or a port, are for private servers."""
        options = dict(word[2:].partition("=")[::2] for word in self.server.sysbench() if word.startswith("--"))
        found = {name.partition("-")[2]: value for name, value in options.items()}
        port = self.server.port if isinstance(self.server, PrivateServer) else None
        return {
            **self.dialect.statements,
            "database": found.get("db", DATABASE),
            "socket": found.get("socket", ""),
            "port": str(port or ""),
            "user": found.get("user", ""),
        }

    def _note_facts(self, load: Load, setting: Setting) -> None:
        """Remember what the server is with the largest of its tables."""
        facts = server_facts(self.server, load)
        if facts["regime"]["data_mib"] > self.state.facts.get("regime", {"data_mib": 0})["data_mib"]:
            self.state.facts |= facts
        self._note_settings(setting)

    def _note_settings(self, setting: Setting) -> None:
        """Remember which variables were set that are no factors."""
        known: dict[str, str] = self.state.facts.setdefault("settings", {})
        for name, value in design.server_settings(self.experiment, self.server.engine, setting).items():
            if name not in self.experiment.factors and value not in known.get(name, "").split(" or "):
                known[name] = f"{known[name]} or {value}" if name in known else value

    def _note_end(self, trial: Progress, plan: TrialPlan, outcome: TrialOutcome, seconds: float) -> None:
        trial.outcome, trial.reason, trial.seconds = outcome.outcome, outcome.reason, round(seconds, 1)
        if outcome.outcome == "failed":
            self.tables.spoil()
        names = set(self.state.facts.get("factors", [])) | plan.factors.keys()
        self.state.facts["factors"] = sorted(names)
        folder = self.state.trial_folder(trial.number)
        for empty in [path for path in folder.iterdir() if path.stat().st_size == 0]:
            empty.unlink()  # A client that was killed has printed nothing.
        write_trial(folder, trial, plan.factors)

    def _tell_end(self, trial: Progress) -> None:
        reason = f": {trial.reason}" if trial.reason else ""
        self.tell(f"trial {trial.number} of {len(self.state.trials)} {trial.outcome}{reason}")

    def _time_left(self) -> str:
        timed = [trial.seconds for trial in self.state.trials if trial.seconds is not None]
        each = sum(timed) / len(timed) if timed else None
        left = sum(each or self._estimate(trial) for trial in self.state.left)
        return f"about {spelt(left)} left"

    def _estimate(self, trial: Progress) -> float:
        return estimated_s(self.experiment, self.server.engine, trial.setting)

    def _stop_if_hopeless(self) -> None:
        ended = [trial for trial in self.state.trials if trial.outcome]
        if len(ended) < min(HOPELESS, len(self.state.trials)) or any(each.outcome != "failed" for each in ended):
            return
        reason = ended[-1].reason
        for trial in ended:
            trial.outcome = trial.reason = None
        self.state.save()
        hint = f"mend it, then `ddlbench lab resume {self.state.id}`; the logs are in {self.state.folder}"
        raise failure(self.state.id, f"no trial was completed; the last one failed: {reason}", hint)

    @contextmanager
    def _space_is_told(self, trial: Progress) -> Iterator[None]:
        """Say that the disk is full, whichever thread notices it; the trial is to be done again then."""
        noticed: list[BaseException | None] = []
        before = threading.excepthook
        threading.excepthook = lambda hook: noticed.append(hook.exc_value) if is_full(hook.exc_value) else before(hook)
        try:
            yield
        except OSError as error:
            if not is_full(error):
                raise
            noticed.append(error)
        finally:
            threading.excepthook = before
        if noticed:
            trial.outcome = trial.reason = trial.seconds = None
            hint = f"free some space, then `ddlbench lab resume {self.state.id}`; finished trials are kept"
            raise failure(self.state.folder, "no space is left on the disk", hint) from noticed[0]


def is_full(error: BaseException | None) -> bool:
    """Whether this is the error of a full disk."""
    return isinstance(error, OSError) and error.errno in {errno.ENOSPC, errno.EDQUOT}


def estimated_s(experiment: Experiment, engine: str, setting: Setting) -> float:
    """About how long one trial takes."""
    windows = design.windows_of(experiment, engine, setting)
    return OVERHEAD_S + float(sum(windows[name] for name in ("warmup_s", "baseline_s", "recovery_s", "control_ddl_s")))


def named(trial: Progress) -> str:
    """A trial's setting in words."""
    return ", ".join(part for part in ("control" if trial.control else "", trial.spelt) if part)


def spelt(seconds: float) -> str:
    """A length of time for people."""
    return f"{round(seconds)} s" if seconds < 100 else f"{round(seconds / 60)} min"
