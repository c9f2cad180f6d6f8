"""The sort-merge trace: the system calls of the server that write its unnamed temporary files."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import threading
from pathlib import Path

import zstandard

from ddlbench.lab.journal import Timeline
from ddlbench.lab.server import LabError

CALL = re.compile(r"^\[pid +(\d+)\] \S+ (?:<\.\.\. )?(\w+)")
UNFINISHED = ("<unfinished ...>", "attached")
ATTACH_LIMIT_S = 20


class MergeTrace:
    """strace attached to a server, kept to the writes of files without a name and compressed.

    It stops the server at each write, so it slows the load and the DDL: the timeline says when it was attached.
    InnoDB writes merge files with plain `pwrite64`, also where it writes tables by asynchronous I/O.
    """

    def __init__(self, pid: int, path: Path, timeline: Timeline) -> None:
        if shutil.which("strace") is None:
            raise LabError("strace", "is not installed", "install the package strace, or leave the trace out")
        command = ["strace", "-f", "-tt", "-T", "-y", "-s", "0", "-e", "trace=pwrite64", "-p", str(pid)]
        timeline.command(command)
        self.path = path
        self.timeline = timeline
        self.attached = threading.Event()
        self.words = ""
        self.process = subprocess.Popen(
            command,
            env={**os.environ, "TZ": "UTC"},
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
        )
        self._reader = threading.Thread(target=self._copy, name="strace output", daemon=True)
        self._reader.start()
        self.attached.wait(ATTACH_LIMIT_S)
        if self.process.poll() is not None:
            raise LabError("strace", f"cannot attach to the server: {self.words.strip()}", "run the lab as root")
        timeline.event("trace_started", "strace slows the server: compare with trials that have it too")

    def _copy(self) -> None:
        assert self.process.stderr is not None
        kept: set[tuple[str, str]] = set()
        with zstandard.open(self.path, "wt", encoding="utf-8", errors="replace") as log:
            for line in self.process.stderr:
                if line.startswith("strace: "):
                    self.words += line
                    self.attached.set()
                if self._belongs(line, kept):
                    log.write(line)
        self.attached.set()

    def _belongs(self, line: str, kept: set[tuple[str, str]]) -> bool:
        """Whether a line is about a file without a name; the end of a call that was interrupted goes with its begin."""
        found = CALL.match(line)
        if found is None:
            return line.startswith("strace: ")
        call = (found[1], found[2])
        if "resumed>" in line:
            wanted = call in kept
            kept.discard(call)
            return wanted
        wanted = "(deleted)" in line
        if wanted and line.rstrip().endswith(UNFINISHED):
            kept.add(call)
        return wanted

    def stop(self) -> None:
        """Detach from the server; it goes on at its own speed."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(ATTACH_LIMIT_S)
            except subprocess.TimeoutExpired:
                self.process.kill()
        self.process.wait()
        self._reader.join(ATTACH_LIMIT_S)
        if self.process.stderr is not None:
            self.process.stderr.close()
        self.timeline.event("trace_ended")
