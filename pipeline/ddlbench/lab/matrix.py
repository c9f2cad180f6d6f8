"""Finds by executing what a server allows: one operation with every ALGORITHM and LOCK, beside a writing session."""

from __future__ import annotations

import os
import re
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

from ddlbench.experiment import Experiment, Setting
from ddlbench.lab import design
from ddlbench.lab.design import Doing
from ddlbench.lab.journal import Journal
from ddlbench.lab.plan import TrialOutcome
from ddlbench.lab.server import LabError, Server, execute_all

CELL_FACTORS = ("algorithm", "lock_mode")
LIMIT_S = 60.0
QUIET_S = 0.05
"""Writes run alone so long before and after each statement."""

BLOCKED_SHARE = 0.5
"""A write that waits for more of the statement's time than this was blocked by it."""

BRIEF_S = 0.05
"""A statement that is over sooner cannot be told from the waits of any busy server."""

ERROR = re.compile(r"^(?:ERROR (?P<code>\d+) \(\w+\)[^:]*:|(?:psql:\S+ )?ERROR: ) ?(?P<text>.*)$", re.MULTILINE)
SECONDS = re.compile(r"^Query OK.*\((?:(?P<minutes>\d+) min )?(?P<seconds>\d+\.\d+) sec\)$", re.MULTILINE)
MILLISECONDS = re.compile(r"^Time: (?P<ms>[\d.]+) ms", re.MULTILINE)


@dataclass(frozen=True)
class Cell:
    """One statement to try."""

    operation: str
    algorithm: str
    lock_mode: str
    what: Doing

    @property
    def statement(self) -> str:
        """The statement itself, without what prepares it."""
        return "; ".join(self.what.texts("ddl"))


def matrix_points(experiment: Experiment, engine: str, seed: int) -> list[design.Point]:
    """A trial for each operation and repeat, in random order."""
    operations = experiment.factors["operation"].values_for(engine)
    alone = experiment.model_copy(update={"factors": {"operation": experiment.factors["operation"]}})
    assert len(alone.settings_for(engine)) == len(operations)
    points = [point for point in design.ordered(alone, engine, seed) if not point.control]
    return [replace(point, number=number) for number, point in enumerate(points, start=1)]


def cells(experiment: Experiment, engine: str, setting: Setting, names: dict[str, str]) -> Iterator[Cell]:
    """Every different statement of an operation; one that takes no ALGORITHM or LOCK is tried once."""
    seen = set()
    values = [experiment.factors[name].values_for(engine) for name in CELL_FACTORS]
    for chosen in product(*values):
        full = {**setting, **dict(zip(CELL_FACTORS, chosen, strict=True))}
        tried = [str(full[name]) for name in ("operation", *CELL_FACTORS)]
        cell = Cell(tried[0], tried[1], tried[2], design.doing(experiment, engine, full, names))
        if cell.statement not in seen:
            seen.add(cell.statement)
            yield cell


class Writer:
    """A session that writes one row after the other, and notes how long each write took."""

    def __init__(self, server: Server, statement: str, rows: int) -> None:
        self._connection = server.connect()
        self._statement = statement
        self._rows = rows
        self._stop = threading.Event()
        self.spans: list[tuple[float, float]] = []
        self.errors = 0
        self._thread = threading.Thread(target=self._write, name="writer", daemon=True)
        self._thread.start()

    def _write(self) -> None:
        number = 0
        while not self._stop.is_set():
            number = number % self._rows + 1
            began = time.monotonic()
            try:
                self._connection.execute(self._statement.replace("{n}", str(number)))
            except LabError:
                self.errors += 1
                time.sleep(0.005)
            self.spans.append((began, time.monotonic()))

    def stop(self) -> None:
        """End the session; waits for the write that is on its way."""
        self._stop.set()
        self._thread.join(LIMIT_S)
        self._connection.close()

    def longest_s(self, began: float, ended: float) -> float:
        """The longest part of a window that one write took."""
        parts = [min(end, ended) - max(start, began) for start, end in self.spans]
        return max(0.0, *parts) if parts else 0.0


class Matrix:
    """The cells of one operation on one server; what happens goes to `ddl.log` and `matrix.jsonl` of a folder."""

    def __init__(self, server: Server, folder: Path) -> None:
        self.server = server
        self.transcript = folder / "ddl.log"
        self.journal = Journal(folder / "matrix.jsonl")

    def run(self, tried: Sequence[Cell]) -> TrialOutcome:
        """Try every cell; a refused one is a result. Raises `LabError` where the server itself fails."""
        spoilt = True
        for cell in tried:
            if spoilt:
                execute_all(self.server, cell.what.texts("cleanup") + cell.what.texts("before"))
            spoilt = self._try(cell)
        execute_all(self.server, tried[-1].what.texts("cleanup") if tried else ())
        return TrialOutcome("completed")

    def _try(self, cell: Cell) -> bool:
        """Carry out one cell beside a writer; whether it changed the table."""
        write = cell.what.values["concurrent_write"]
        statement = write.statement.format_map({**cell.what.names, "n": "{n}"})
        writer = Writer(self.server, statement, write.times)
        try:
            time.sleep(QUIET_S)
            began = time.monotonic()
            output = self._client([*design.session_statements(self.server.protocol, cell.what.session), cell.statement])
            ended = time.monotonic()
            time.sleep(QUIET_S)
        finally:
            writer.stop()
        error = ERROR.search(output)
        duration = printed_s(output) or ended - began
        blocked = writer.longest_s(began, ended)
        row = {
            "operation": cell.operation,
            "algorithm": cell.algorithm,
            "lock_mode": cell.lock_mode,
            "outcome": "refused" if error else judged(duration, blocked),
            "error_code": error["code"] if error else None,
            "error_message": error["text"].strip() if error else None,
            "ddl_duration_s": None if error else round(duration, 6),
            "write_blocked_s": None if error else round(blocked, 6),
            "writes": len(writer.spans) - writer.errors,
            "write_errors": writer.errors,
            "statement": cell.statement,
        }
        self.journal.write([row])
        return error is None

    def _timing(self) -> str:
        return "\\timing on\n" if self.server.protocol == "postgresql" else ""

    def _client(self, statements: Sequence[str]) -> str:
        """What the client prints of statements; it is added to the transcript."""
        try:
            done = subprocess.run(
                self.server.client(),
                input=(self._timing() + "".join(f"{statement};\n" for statement in statements)).encode(),
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                env={**os.environ, **self.server.environment()},
                timeout=LIMIT_S,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise LabError("client", f"did not end within {LIMIT_S:.0f} s: {statements[-1]}") from error
        with self.transcript.open("ab") as file:
            file.write(done.stdout)
        return done.stdout.decode("utf-8", "replace")


def judged(duration_s: float, blocked_s: float) -> str:
    """Outcome of a statement that was carried out."""
    if duration_s < BRIEF_S:
        return "brief"
    return "blocks_writes" if blocked_s > BLOCKED_SHARE * duration_s else "allowed"


def printed_s(output: str) -> float | None:
    """Seconds of the last statement as the client printed them."""
    if found := list(SECONDS.finditer(output)):
        return 60 * int(found[-1]["minutes"] or 0) + float(found[-1]["seconds"])
    if found := list(MILLISECONDS.finditer(output)):
        return float(found[-1]["ms"]) / 1000
    return None
