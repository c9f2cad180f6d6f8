"""The DDL of a trial: the engine's command line client or an outside tool, with its transcript."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import threading
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path

from ddlbench.lab.journal import Moment, Timeline, now
from ddlbench.lab.server import Connection, LabError, Server
from ddlbench.models import LabDialect

ERROR = re.compile(r"^(?:psql:.*?: )?(?P<error>(?:ERROR|FATAL)\b.*)$", re.MULTILINE)
IDLE_LIMIT_S = 1
STOP_LIMIT_S = 10
COMPARED_CHARACTERS = 80

SESSIONS = {
    "mysql": "SELECT id, info FROM information_schema.processlist WHERE id <> connection_id()",
    "postgresql": "SELECT pid, query FROM pg_stat_activity WHERE state <> 'idle' AND pid <> pg_backend_pid()",
}
"""Sessions with the statement each runs."""


class RunningDdl:
    """A process that carries out the DDL; what it prints is copied to the transcript as it comes."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], log: Path, timeline: Timeline) -> None:
        timeline.command(command)
        self.log = log
        self.ended_at: Moment | None = None
        try:
            self.process = subprocess.Popen(
                command,
                env={**os.environ, **environment},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )
        except FileNotFoundError as error:
            raise LabError(command[0], "is not installed", "install it, or leave this method out") from error
        self._reader = threading.Thread(target=self._copy, name="DDL output", daemon=True)
        self._reader.start()

    def _copy(self) -> None:
        assert self.process.stdout is not None
        with self.log.open("ab", buffering=0) as file:
            while chunk := os.read(self.process.stdout.fileno(), 65536):
                file.write(chunk)
        self.ended_at = now()

    def send(self, statements: Sequence[str], last: bool = False) -> Moment:
        """Send statements; after the last ones the client ends by itself. Returns when they were sent."""
        moment = now()
        self.write("".join(f"{statement.strip().rstrip(';')};\n" for statement in statements))
        if last:
            assert self.process.stdin is not None
            with suppress(BrokenPipeError):
                self.process.stdin.close()
        return moment

    def write(self, text: str) -> None:
        """Give text to the client; one that has ended has said why in its transcript."""
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):
            self.process.stdin.write(text.encode())
            self.process.stdin.flush()

    def wait(self, seconds: float) -> bool:
        """Wait until it ends, at most so long; returns whether it has."""
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        self._reader.join(STOP_LIMIT_S)
        return True

    def error(self) -> str | None:
        """The first error of the transcript, or how the process ended; None for success."""
        found = ERROR.search(self.log.read_text("utf-8", "replace") if self.log.exists() else "")
        if found:
            return found["error"]
        status = self.process.returncode
        return f"the client ended with status {status}" if status else None

    def stop(self) -> None:
        """End the process, if it still runs: an idle client by the end of its input, a busy one by an interrupt."""
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):
            self.process.stdin.close()
        self.wait(IDLE_LIMIT_S)
        for number in (signal.SIGINT, signal.SIGKILL):
            if self.process.poll() is None:
                self.process.send_signal(number)
                self.wait(STOP_LIMIT_S)
        self._reader.join(STOP_LIMIT_S)
        if self.process.stdout is not None:
            self.process.stdout.close()


def kill(server: Server, dialect: LabDialect, statement: str) -> str | None:
    """Kill what runs a statement, and return the statement that did; None where nothing runs it (any more)."""
    template = dialect.statements.get("kill")
    if template is None:
        return None
    with closing(server.connect()) as connection:
        pid = _job(connection, dialect) if "JOB" in template else _session(server, connection, statement)
        if pid is None:
            return None
        sent = template.format(pid=pid)
        connection.execute(sent)
    return sent


def _session(server: Server, connection: Connection, statement: str) -> int | None:
    wanted = _compared(statement)
    for pid, text in connection.query(SESSIONS[server.protocol]):
        if pid is not None and text is not None and _compared(str(text)) == wanted:
            return int(pid)
    return None


def _compared(statement: str) -> str:
    return " ".join(statement.split()).rstrip("; ")[:COMPARED_CHARACTERS]


def _job(connection: Connection, dialect: LabDialect) -> int | None:
    """The first job that the engine says is on."""
    rows = connection.select(dialect.progress) if dialect.progress else []
    pid = rows[0].get("pid") if rows else None
    return None if pid is None else int(pid)
