"""Samples of the server while a trial runs, taken at little cost: few reads, persistent connections, no processes."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ddlbench.errors import DdlbenchError
from ddlbench.lab.journal import Journal, Timeline, Value, as_text, now
from ddlbench.lab.proc import machine_usage, server_usage, temp_files
from ddlbench.lab.server import Connection, Server
from ddlbench.models import LabDialect

INTERVAL_S = 1.0
DDL_INTERVAL_S = 0.5

COUNTERS = (
    "lockers_total",
    "lockers_done",
    "current_locker_pid",
    "blocks_total",
    "blocks_done",
    "tuples_total",
    "tuples_done",
    "partitions_total",
    "partitions_done",
)
PROGRESS = ("work_done", "work_total")
BACKEND = ("datname", "relname", "index_relid", "command", *COUNTERS)
LOCKS = ("waiting_pid", "waiting_state", "waited_s", "lock_type", "object", "blocking_pids", "waiting_query")

Row = Mapping[str, Value]


class Sampler:
    """A thread that takes a sample each interval; `cpu_s` is what it has used when it ends."""

    def __init__(self, name: str, interval_s: float) -> None:
        self.interval_s = interval_s
        self.cpu_s = 0.0
        self.journals: list[Journal] = []
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def sample(self) -> None:
        """Take one sample."""
        raise NotImplementedError

    def start(self) -> None:
        """Begin; the first sample is taken at once."""
        self._thread.start()

    def stop(self) -> None:
        """Take no more samples; returns when the last one is written."""
        self._end.set()
        if self._thread.ident is not None:
            self._thread.join()

    def journal(self, path: Path) -> Journal:
        """A file of this sampler."""
        self.journals.append(Journal(path))
        return self.journals[-1]

    def _run(self) -> None:
        due = time.monotonic()
        while not self._end.is_set():
            self.sample()
            due = max(due + self.interval_s, time.monotonic())
            self._end.wait(due - time.monotonic())
        self.cpu_s = time.thread_time()


class ProcSampler(Sampler):
    """Memory, CPU and I/O of server and machine, and the server's temporary files, from `/proc`."""

    def __init__(self, server: Server, folder: Path) -> None:
        super().__init__("samples of /proc", INTERVAL_S)
        self.server = server
        self.usage = self.journal(folder / "server.jsonl")
        self.files = self.journal(folder / "tempfiles.jsonl")

    def sample(self) -> None:
        """One line of usage; one line for each temporary file, or one that says there is none."""
        pid = self.server.pid
        moment = now()
        self.usage.write([server_usage(pid) | machine_usage()], moment)
        if pid is not None and self.server.temp_dirs:
            self.files.write(temp_files(pid, self.server.temp_dirs) or [{"pid": pid}], moment)


class QuerySampler(Sampler):
    """What the server answers, over one connection; a query that fails is noted and not asked again."""

    def __init__(self, server: Server, timeline: Timeline, questions: Sequence[Question], interval_s: float) -> None:
        super().__init__("queries", interval_s)
        self.server = server
        self.timeline = timeline
        self.questions = [(question, self.journal(question.path)) for question in questions]
        self._connection: Connection | None = None

    def sample(self) -> None:
        """Ask every question; the connection is made for the first."""
        for asked in list(self.questions):
            question, journal = asked
            try:
                if self._connection is None:
                    self._connection = self.server.connect()
                journal.write(question.rows(self._connection.select(question.query)))
            except DdlbenchError as error:
                self.timeline.event("sampler_failed", f"{question.path.stem}: {error.problems[0].message}")
                self.questions.remove(asked)

    def stop(self) -> None:
        """Take no more samples and close the connection."""
        super().stop()
        if self._connection is not None:
            self._connection.close()


@dataclass(frozen=True)
class Question:
    """A query, the file that its answers go to, and what to write of them."""

    query: str
    path: Path
    rows: Callable[[Sequence[Row]], Sequence[Row]]


def ddl_questions(dialect: LabDialect, folder: Path) -> list[Question]:
    """What is asked while a DDL runs, as far as the engine can tell: how far it is, and who waits for a lock."""
    asked = []
    if dialect.progress is not None:
        asked.append(Question(dialect.progress, folder / "progress.jsonl", _progress_rows))
    if dialect.lock_waits is not None:
        asked.append(Question(dialect.lock_waits, folder / "locks.jsonl", _lock_rows))
    return asked


def _progress_rows(rows: Sequence[Row]) -> Sequence[Row]:
    return [_progress(row) for row in rows] or [{"ddl_sessions": 0}]


def _progress(row: Row) -> dict[str, Value]:
    wanted = PROGRESS + (BACKEND if "lockers_total" in row else ())
    head: dict[str, Value] = {"ddl_pid": row.get("pid"), "stage": row.get("phase")}
    return head | {name: row.get(name) for name in wanted}


def _lock_rows(rows: Sequence[Row]) -> Sequence[Row]:
    return [_lock(row) for row in rows] or [{"waiting_sessions": 0}]


def _lock(row: Row) -> dict[str, Value]:
    texts = {name: as_text(row.get(name)) for name in LOCKS}
    return texts | {"waiting_pid": row.get("waiting_pid"), "waited_s": row.get("waited_s")}


def samplers_of(server: Server, dialect: LabDialect, timeline: Timeline, folder: Path) -> Samplers:
    """What is sampled in every trial; its files go to a folder."""
    asked = QuerySampler(server, timeline, ddl_questions(dialect, folder), DDL_INTERVAL_S)
    return Samplers([ProcSampler(server, folder)], [asked])


class Samplers:
    """All samplers of a trial; those that ask for progress and locks run only during the DDL."""

    def __init__(self, always: Sequence[Sampler] = (), during_ddl: Sequence[Sampler] = ()) -> None:
        self.always = always
        self.during_ddl = during_ddl
        self.started_s = time.monotonic()

    def start(self) -> None:
        """Begin with what is sampled during the whole trial."""
        for sampler in self.always:
            sampler.start()

    def ddl_starts(self) -> None:
        """Begin with what is sampled only during the DDL."""
        for sampler in self.during_ddl:
            sampler.start()

    def ddl_ended(self) -> None:
        """End what is sampled only during the DDL."""
        for sampler in self.during_ddl:
            sampler.stop()

    def stop(self) -> dict[str, Value]:
        """End all; returns what they cost."""
        samplers = [*self.during_ddl, *self.always]
        for sampler in samplers:
            sampler.stop()
        journals = [journal for sampler in samplers for journal in sampler.journals]
        return {
            "cpu_s": round(sum(sampler.cpu_s for sampler in samplers), 6),
            "written_bytes": sum(journal.written_bytes for journal in journals),
            "elapsed_s": round(time.monotonic() - self.started_s, 6),
            "processors": os.cpu_count() or 1,
        }
