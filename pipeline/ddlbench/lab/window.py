"""The DDL window of a trial: the DDL, and what the plan does to it."""

from __future__ import annotations

import signal
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from ddlbench.lab.ddl import RunningDdl, kill
from ddlbench.lab.journal import Moment, Timeline, now
from ddlbench.lab.others import Holder, Writer
from ddlbench.lab.plan import TrialPlan
from ddlbench.lab.server import Server
from ddlbench.models import LabDialect

LOOK_S = 0.05
"""How often it is looked whether all is well; nothing measured depends on it."""

KILL_LIMIT_S = 60


class TrialFailedError(Exception):
    """The trial cannot go on; the message is the reason."""


class DdlWindow:
    """The DDL of a plan: made `ready` ahead, so that connecting is not part of it, then `run` to its end."""

    def __init__(self, server: Server, dialect: LabDialect, plan: TrialPlan, folder: Path, timeline: Timeline) -> None:
        self.server = server
        self.dialect = dialect
        self.plan = plan
        self.log = folder / "ddl.log"
        self.timeline = timeline
        self.ddl: RunningDdl | None = None
        self.begun = False
        self.duration_s: float | None = None
        self.error: str | None = None
        self._due: list[tuple[float, Callable[[], None]]] = []

    def ready(self, stack: ExitStack) -> None:
        """Connect the client and send the statements of the session; an outside tool starts when it is due."""
        if self.plan.ddl_command is None and not self.plan.control:
            self.ddl = self._start(self.server.client(), stack)
            if self.server.protocol == "postgresql":
                self.ddl.write("\\timing on\n")
            self.ddl.send(self.plan.session)

    def _start(self, command: list[str], stack: ExitStack) -> RunningDdl:
        ddl = RunningDdl(command, self.server.environment(), self.log, self.timeline)
        stack.callback(self._stop, ddl)
        return ddl

    def _stop(self, ddl: RunningDdl) -> None:
        """End the client; where the trial ended before the DDL, its transcript says nothing."""
        ddl.stop()
        if not self.begun:
            self.log.unlink(missing_ok=True)

    def run(self, look: Callable[[], None], stack: ExitStack) -> None:
        """Carry out the DDL; `look` raises when something else has ended meanwhile.

        Raises `TrialFailedError` when the DDL passes its limit. A DDL that fails is `error`, not an exception.
        """
        self._prepare_others(stack)
        ddl, started = self._begin(stack)
        if self.plan.concurrent_write is not None:
            stack.callback(Writer(self.server, self.plan.concurrent_write, self.timeline).stop)
        limit_s = started.mono_s + self.plan.ddl_limit_s
        while not ddl.wait(LOOK_S):
            look()
            elapsed_s = now().mono_s - started.mono_s
            for due in [each for each in self._due if each[0] <= elapsed_s]:
                self._due.remove(due)
                due[1]()
            if started.mono_s + elapsed_s > limit_s:
                self._give_up(ddl)
        look()
        ended = ddl.ended_at or now()
        self.duration_s = round(ended.mono_s - started.mono_s, 6)
        self.error = ddl.error()
        self.timeline.event("ddl_ended", f"failed: {self.error}" if self.error else "completed", ended)

    def _prepare_others(self, stack: ExitStack) -> None:
        if self.plan.lock_holder is not None:
            holder = Holder(self.server, self.plan.lock_holder, self.timeline)
            stack.callback(holder.release)
            self._due.append((self.plan.lock_holder.hold_s, holder.release))
        if self.plan.kill_ddl_after_s is not None:
            self._due.append((self.plan.kill_ddl_after_s, self._kill))

    def _begin(self, stack: ExitStack) -> tuple[RunningDdl, Moment]:
        if self.plan.ddl_command is not None:
            started = now()
            self.ddl = self._start(list(self.plan.ddl_command), stack)
            self.ddl.send((), last=True)
        else:
            assert self.ddl is not None
            started = self.ddl.send(self.plan.ddl, last=True)
        self.begun = True
        self.timeline.event("ddl_started", None if self.plan.ddl_command else "; ".join(self.plan.ddl), started)
        return self.ddl, started

    def _kill(self) -> None:
        """Kill the DDL in the server, or interrupt the outside tool."""
        assert self.ddl is not None
        if self.plan.ddl_command is not None:
            self.ddl.process.send_signal(signal.SIGINT)
            self.timeline.event("ddl_killed", "SIGINT")
            return
        sent = kill(self.server, self.dialect, self.plan.ddl[-1])
        if sent is not None:
            self.timeline.event("ddl_killed", sent)

    def _give_up(self, ddl: RunningDdl) -> None:
        self._kill()
        ddl.wait(KILL_LIMIT_S)
        reason = f"the DDL did not end within {self.plan.ddl_limit_s:g} s"
        self.timeline.event("ddl_ended", f"failed: {reason}")
        raise TrialFailedError(reason)
