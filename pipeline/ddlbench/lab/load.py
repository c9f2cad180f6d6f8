"""sysbench: prepare its tables, measure what a server can do, and run the load of a trial."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from ddlbench.lab.journal import Moment, Timeline, now
from ddlbench.lab.plan import Load
from ddlbench.lab.server import LabError, Server

STARTED = b"Threads started!"
FATAL = re.compile(r"^FATAL: (.*)$", re.MULTILINE)
RATE = re.compile(r"^ +transactions: +\d+ +\((?P<tps>[\d.]+) per sec\.\)$", re.MULTILINE)

SCRIPTS = Path(__file__).parent
"""Where sysbench is started, so that its commands name the scripts of the lab without a path."""

STOPPABLE = "stoppable.lua"

DAY_S = 86400
"""A time limit that is never reached: the trial ends sysbench. With `--forced-shutdown` its alarm prints a report."""

STOP_LIMIT_S = 10


def arguments(
    server: Server, load: Load, command: str, options: Mapping[str, str], script: str | None = None
) -> list[str]:
    """The command line of sysbench for the script of the load or another; options of the load win over those given."""
    tables = {"tables": str(load.tables), "table-size": str(load.table_rows)} if load.tables else {}
    flags = {**tables, **options, **load.options}
    return [*server.sysbench(), script or load.script, *(f"--{name}={value}" for name, value in flags.items()), command]


def prepare(server: Server, load: Load, log: Path, timeline: Timeline | None = None) -> None:
    """Create and fill the tables of a load; what sysbench prints goes to `log`. Raises `LabError`."""
    _once(server, arguments(server, load, "prepare", {"threads": str(min(load.tables, 4) or 1)}), log, timeline)


def cleanup(server: Server, load: Load, log: Path, timeline: Timeline | None = None) -> None:
    """Drop the tables of a load. Raises `LabError`."""
    _once(server, arguments(server, load, "cleanup", {}), log, timeline)


def measure_capacity(server: Server, load: Load, seconds: float, log: Path, timeline: Timeline | None = None) -> float:
    """Transactions a second without a rate, over a short run; raises `LabError` where sysbench reports none."""
    options = {"threads": str(load.threads), "time": str(max(1, round(seconds))), "report-interval": "1"}
    output = _once(server, arguments(server, load, "run", options), log, timeline)
    found = RATE.search(output)
    if found is None or float(found["tps"]) == 0:
        raise LabError("sysbench", "reports no transactions, so there is no capacity", f"see {log.name}")
    return float(found["tps"])


def _once(server: Server, command: list[str], log: Path, timeline: Timeline | None) -> str:
    """Run sysbench to its end, append what it prints to the log, and return it."""
    if timeline:
        timeline.command(command)
    try:
        done = subprocess.run(
            command,
            env={**os.environ, **server.environment()},
            cwd=SCRIPTS,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
    except FileNotFoundError as error:
        raise LabError(command[0], "is not installed", "install sysbench") from error
    with log.open("ab") as file:
        file.write(done.stdout)
    output = done.stdout.decode("utf-8", "replace")
    if done.returncode:
        raise LabError("sysbench", ended(done.returncode, output), f"command: {command[-1]}")
    return output


def ended(status: int, output: str) -> str:
    """How sysbench ended before its time, with its own last words."""
    fatal = FATAL.findall(output)
    how = f"was killed by signal {-status}" if status < 0 else f"ended with status {status}"
    return f"{how}: {fatal[0]}" if fatal else how


class RunningLoad:
    """A load in the background; its output is copied to a file as it comes, so that it ends when the lab does."""

    def __init__(self, server: Server, load: Load, log: Path, timeline: Timeline) -> None:
        self.log = log
        self.started = threading.Event()
        self._stop = log.resolve().with_name("stop")  # Beside the log, it goes with the trial when the lab is killed.
        self.started_at: Moment | None = None
        options = {
            "threads": str(load.threads),
            "time": str(DAY_S),
            "forced-shutdown": "1",
            "report-interval": "1",
            "histogram": "on",
            "percentile": "95",
        }
        if load.rate_tps is not None:
            options["rate"] = str(max(1, round(load.rate_tps)))
        command = arguments(server, load, "run", options, STOPPABLE)
        variables = {"DDLBENCH_SCRIPT": load.script, "DDLBENCH_STOP": str(self._stop)}
        timeline.command([f"DDLBENCH_SCRIPT={load.script}", f"DDLBENCH_STOP={self._stop.name}", *command])
        self.process = subprocess.Popen(
            command,
            env={**os.environ, **server.environment(), **variables},
            cwd=SCRIPTS,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self._reader = threading.Thread(target=self._copy, args=[timeline], name="sysbench output", daemon=True)
        self._reader.start()

    def _copy(self, timeline: Timeline) -> None:
        assert self.process.stdout is not None
        tail = b""
        with self.log.open("ab", buffering=0) as file:
            while chunk := os.read(self.process.stdout.fileno(), 65536):
                if self.started_at is None:
                    tail = tail[-len(STARTED) :] + chunk
                    if STARTED in tail:
                        self.started_at = timeline.event("load_started", at=now())
                        self.started.set()
                file.write(chunk)

    def failure(self) -> str | None:
        """Why it has ended; None while it runs."""
        status = self.process.poll()
        if status is None:
            return None
        self._reader.join(STOP_LIMIT_S)
        return f"sysbench {ended(status, self.log.read_text('utf-8', 'replace'))}"

    def stop(self) -> None:
        """End it with its report: all threads leave after their event; an alarm ends those that cannot."""
        self._stop.touch()
        for number in (0, signal.SIGALRM, signal.SIGKILL):
            if self.process.poll() is None:
                self.process.send_signal(number)
                with suppress(subprocess.TimeoutExpired):
                    self.process.wait(STOP_LIMIT_S)
        self.process.wait()
        self._reader.join(STOP_LIMIT_S)
        if self.process.stdout is not None:
            self.process.stdout.close()
        self._stop.unlink(missing_ok=True)
