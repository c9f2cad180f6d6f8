"""One trial: a load, a DDL in the middle of it, and everything recorded."""

from __future__ import annotations

import json
import time
from contextlib import ExitStack
from pathlib import Path

from ddlbench.errors import DdlbenchError
from ddlbench.lab.journal import Timeline
from ddlbench.lab.load import RunningLoad
from ddlbench.lab.plan import TrialOutcome, TrialPlan
from ddlbench.lab.runtime import Process
from ddlbench.lab.samplers import Samplers, samplers_of
from ddlbench.lab.server import Server, execute_all
from ddlbench.lab.trace import MergeTrace
from ddlbench.lab.variables import Variables
from ddlbench.lab.window import LOOK_S, DdlWindow, TrialFailedError
from ddlbench.models import LabDialect

LOAD_START_LIMIT_S = 60

CLIENT_START_S = 0.5
"""Shortest time between the start of the client and the DDL, so that the client has connected."""


def run_trial(server: Server, dialect: LabDialect, plan: TrialPlan, folder: Path) -> TrialOutcome:
    """Carry out one trial on a server that runs and has its tables; its logs go to `folder`.

    Whatever goes wrong with server, load or DDL is the outcome `failed` with a reason; the logs up to then are kept.
    Nothing that it started is left running, also when it is interrupted.
    """
    folder.mkdir(parents=True, exist_ok=True)
    return Trial(server, dialect, plan, folder).run()


class Trial:
    """The state of one trial while it runs."""

    def __init__(self, server: Server, dialect: LabDialect, plan: TrialPlan, folder: Path) -> None:
        self.server = server
        self.dialect = dialect
        self.plan = plan
        self.folder = folder
        self.server_process = Process.of(server.pid) if server.pid is not None else None
        self.timeline = Timeline(folder / "timeline.jsonl")
        self.window = DdlWindow(server, dialect, plan, folder, self.timeline)
        self.load: RunningLoad | None = None

    def run(self) -> TrialOutcome:
        """Carry it out; see `run_trial`."""
        reason = None
        try:
            self._observe()
        except TrialFailedError as error:
            reason = str(error)
        except DdlbenchError as error:
            reason = self._death() or error.problems[0].message
        finally:
            self._clean_up()
        ddl_error = self.window.error
        if reason is None and ddl_error is not None and not self._error_is_a_result():
            reason = f"the DDL failed: {ddl_error}"
        self.timeline.event("trial_ended", "completed" if reason is None else f"failed: {reason}")
        return TrialOutcome("completed" if reason is None else "failed", reason, self.window.duration_s, ddl_error)

    def _error_is_a_result(self) -> bool:
        return self.plan.ddl_may_fail or self.plan.kill_ddl_after_s is not None

    def _observe(self) -> None:
        """Variables, samplers, trace and load around the windows."""
        variables = Variables(self.server, self.dialect, self.folder / "variables.jsonl")
        variables.before()
        with ExitStack() as stack:
            samplers = Samplers()
            if self.plan.sampled:
                samplers = samplers_of(self.server, self.dialect, self.timeline, self.folder)
            stack.callback(self._stop_samplers, samplers)
            samplers.start()
            if self.plan.trace and self.server_process is not None:
                trace = MergeTrace(self.server_process.pid, self.folder / "merge_trace.log.zst", self.timeline)
                stack.callback(trace.stop)
            if self.plan.load is not None:
                self._start_load(stack)
            self._windows(samplers)
        variables.after()

    def _stop_samplers(self, samplers: Samplers) -> None:
        self.timeline.event("sampler_cost", json.dumps(samplers.stop()))

    def _start_load(self, stack: ExitStack) -> None:
        assert self.plan.load is not None
        load = RunningLoad(self.server, self.plan.load, self.folder / "sysbench.log", self.timeline)
        stack.callback(self._stop_load, load)
        self.load = load
        end = time.monotonic() + LOAD_START_LIMIT_S
        while not load.started.wait(LOOK_S):
            self._look()
            if time.monotonic() > end:
                raise TrialFailedError(f"sysbench did not start its threads within {LOAD_START_LIMIT_S} s")

    def _stop_load(self, load: RunningLoad) -> None:
        self.load = None
        load.stop()
        self.timeline.event("load_ended")

    def _windows(self, samplers: Samplers) -> None:
        self._pass(self.plan.warmup_s)
        self.timeline.event("baseline_started")
        with ExitStack() as stack:
            self.window.ready(stack)
            self._pass(max(self.plan.baseline_s, CLIENT_START_S))
            stack.callback(samplers.ddl_ended)
            samplers.ddl_starts()
            if self.plan.control:
                self._control()
            else:
                self.window.run(self._look, stack)
        self.timeline.event("recovery_started")
        self._pass(self.plan.recovery_s)

    def _control(self) -> None:
        """A window of the same kind without a DDL, for the noise floor."""
        self.timeline.event("ddl_started", "control")
        self._pass(self.plan.control_ddl_s)
        self.timeline.event("ddl_ended", "control")

    def _pass(self, seconds: float) -> None:
        """Let time pass, as long as the load and the server are alive."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self._look()
            time.sleep(min(LOOK_S, left))

    def _look(self) -> None:
        reason = self._death()
        if reason is not None:
            raise TrialFailedError(reason)

    def _death(self) -> str | None:
        """What has ended that should not: the server first, because the load dies of it too."""
        failure = self.load.failure() if self.load else None
        if failure is not None:
            time.sleep(2 * LOOK_S)
        if self._server_is_gone():
            return "the server ended during the trial"
        return failure

    def _server_is_gone(self) -> bool:
        return self.server_process is not None and not self.server_process.is_alive()

    def _clean_up(self) -> None:
        """Undo the DDL; what cannot be undone is noted, and shows in the next trial."""
        if not self.plan.cleanup or self._server_is_gone():
            return
        try:
            execute_all(self.server, self.plan.cleanup)
        except DdlbenchError as error:
            self.timeline.event("cleanup_failed", error.problems[0].message)
