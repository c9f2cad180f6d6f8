"""What other sessions do during the DDL of a trial: hold a lock, or write."""

from __future__ import annotations

import json
import threading
import time

from ddlbench.errors import DdlbenchError
from ddlbench.lab.journal import Timeline, now
from ddlbench.lab.plan import ConcurrentWrite, LockHolder
from ddlbench.lab.server import Server

WRITER_LIMIT_S = 60


class Holder:
    """An idle transaction that keeps what its statement locked until it is released."""

    def __init__(self, server: Server, plan: LockHolder, timeline: Timeline) -> None:
        self.timeline = timeline
        self.connection = server.connect()
        self.connection.execute("BEGIN")
        self.connection.execute(plan.statement)
        self._held = True
        timeline.event("lock_holder_started", plan.statement)

    def release(self) -> None:
        """Roll back; does nothing the second time."""
        if self._held:
            self._held = False
            try:
                self.connection.execute("ROLLBACK")
                self.timeline.event("lock_holder_ended")
            except DdlbenchError as error:
                self.timeline.event("lock_holder_ended", f"failed: {error.problems[0].message}")
            finally:
                self.connection.close()


class Writer:
    """A session that writes beside the DDL and notes how long each of its statements took."""

    def __init__(self, server: Server, plan: ConcurrentWrite, timeline: Timeline) -> None:
        self.plan = plan
        self.timeline = timeline
        self.connection = server.connect()
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, name="concurrent write", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        due = time.monotonic() + self.plan.after_s
        for number in range(1, self.plan.times + 1):
            if self._end.wait(max(0.0, due - time.monotonic())):
                return
            self._send(number)
            due += self.plan.every_s

    def _send(self, number: int) -> None:
        started = now()
        error = None
        try:
            self.connection.execute(self.plan.statement.replace("{n}", str(number)))
        except DdlbenchError as failure:
            error = failure.problems[0].message
        duration_s = round(time.monotonic() - started.mono_s, 6)
        detail = {"number": number, "duration_s": duration_s, "error": error}
        self.timeline.event("concurrent_write", json.dumps(detail, ensure_ascii=False), started)

    def stop(self) -> None:
        """Send no more; returns when the statement that is on its way has its answer."""
        self._end.set()
        self._thread.join(WRITER_LIMIT_S)
        self.connection.close()
