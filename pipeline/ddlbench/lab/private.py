"""A server of the lab's own: own data folder, socket only, settings in a generated file, an unprivileged user."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from ddlbench.lab.launch import NOTE_PROCESS, PATH, as_user, find_program, small_folder
from ddlbench.lab.runtime import Folder, Process, server_user
from ddlbench.lab.server import Connection, Engine, LabError, Protocols, Settings

START_LIMIT_S = 180.0
SYSBENCH_HINT = "sudo apt-get install -y sysbench"


class PrivateServer(ABC):
    """What private servers of both protocols have in common; see `ddlbench.lab.server.Server` for the contract.

    With `temp_mib` the next start has so much space for temporary files and no more, which only root can arrange.
    `root` is a private root to run in, None for the machine's own binaries. A `port` makes the server listen on
    127.0.0.1 too, as a replica needs it.
    """

    protocol: Protocols
    users: tuple[str, ...]
    stop_signal: signal.Signals
    private = True

    def __init__(self, engine: Engine, root: Path | None = None, port: int | None = None) -> None:
        self.engine = engine
        self.root = root
        self.port = port
        self.version = ""
        self.temp_mib: int | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._user = server_user(*(() if root else self.users))  # A root knows nobody else.
        self._program = self.find_programs(root)
        self._folder = Folder(self._user)
        self.data = self._folder.path / "data"
        self.log = self._folder.path / "server.log"
        self.log.touch(mode=0o644)
        try:
            self._initialise()
        except BaseException:
            self.destroy()
            raise

    @property
    def pid(self) -> int | None:
        """Process number of the server while it runs."""
        return self._process.pid if self._process and self._process.poll() is None else None

    @property
    def temp_dirs(self) -> tuple[Path, ...]:
        """Folders of the sort files; `/proc/PID/fd` names those of a private root with the root before them."""
        folders = self._temp_folders()
        inside = tuple(Path(f"{self.root}{folder}") for folder in folders) if self.root else ()
        return (*folders, *inside)

    def start(self, settings: Settings) -> None:
        """(Re)start with these settings; see `Server`."""
        self.stop()
        for name, value in settings.items():
            _refuse_control_characters(name, value)
        self._write_options(settings)
        before = self.log.stat().st_size
        with self.log.open("ab") as log:
            self._process = self._spawn(log)
        self._wait_until_it_answers(before)

    def stop(self) -> None:
        """End the server cleanly, by force after a time limit; does nothing if it does not run."""
        if self._process is None:
            return
        if self._process.poll() is None:
            Process.of(self._process.pid).end(self.stop_signal)
        self._process.wait()
        self._process = None
        self._folder.process_file.unlink(missing_ok=True)

    def destroy(self) -> None:
        """Stop the server and remove its folders."""
        if self._process is not None and self._process.poll() is None:
            Process.of(self._process.pid).kill()
        self.stop()
        self._folder.remove()

    def environment(self) -> dict[str, str]:
        """Nothing: only who may enter the folder of the socket can connect."""
        return {}

    def sysbench(self) -> list[str]:
        """Program and connection options of sysbench."""
        return [find_program("sysbench", SYSBENCH_HINT), *self._sysbench_options()]

    @property
    def socket_folder(self) -> Path:
        """Folder of the socket."""
        return self._folder.socket_folder

    @property
    def temp_folder(self) -> Path:
        """Folder for temporary files."""
        return self._folder.path / "tmp"

    def _as_user(self, command: Sequence[str]) -> list[str]:
        """A command as the server's user, in its root."""
        return as_user(command, self._user, self.root, [self._folder.path, self.socket_folder])

    def _spawn(self, log: IO[bytes]) -> subprocess.Popen[bytes]:
        note = ["sh", "-c", NOTE_PROCESS, str(self._folder.process_file)]
        small = small_folder(self.temp_folder, self._user, self.temp_mib) if self.temp_mib else []
        return subprocess.Popen(
            [*note, *small, *self._as_user(self._server_command())],
            env={"PATH": PATH, "LC_ALL": "C"},
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,  # An interrupt from the terminal is for the lab, which stops the server cleanly.
        )

    def _wait_until_it_answers(self, log_position: int) -> None:
        deadline = time.monotonic() + START_LIMIT_S
        while True:
            assert self._process is not None
            ended = self._process.poll()
            if ended is not None:
                self.stop()
                raise LabError(self.engine, f"does not start: {self._last_words(log_position)}", self._start_hint())
            try:
                self.version = self._first_contact()
            except LabError as error:
                if time.monotonic() > deadline:
                    self.stop()
                    raise LabError(self.engine, f"does not answer within {START_LIMIT_S:.0f} s: {error}") from error
            else:
                return
            time.sleep(0.05)

    def _last_words(self, log_position: int) -> str:
        """The errors that the server wrote since a position of its log; the last lines where it wrote none."""
        with self.log.open("rb") as log:
            log.seek(log_position)
            lines = log.read().decode("utf-8", "replace").splitlines()
        errors = [
            line for line in lines if re.search(r"\[ERROR\]|FATAL:|ERROR:|error:|unrecognized|invalid value", line)
        ]
        return " · ".join((errors or lines)[-4:]) or "it wrote no word"

    def _start_hint(self) -> str:
        return "see whether a setting of the experiment is unknown to this version, or its value not allowed"

    def write(self, name: str, text: str) -> Path:
        """Write a file of the server's folder, which the server's user may read."""
        path = self._folder.path / name
        path.write_text(text, "utf-8")
        os.chown(path, *self._user)
        return path

    @abstractmethod
    def connect(self) -> Connection:
        """A new session in the database of the experiments."""

    @abstractmethod
    def client(self) -> list[str]:
        """Command line of the client; see `Server`."""

    @classmethod
    @abstractmethod
    def find_programs(cls, root: Path | None) -> Path:
        """The server's program as seen in its root; `LabError` with the line that installs it."""

    @abstractmethod
    def _initialise(self) -> None:
        """Make the data folder."""

    @abstractmethod
    def _write_options(self, settings: Settings) -> None:
        """Write the file of settings."""

    @abstractmethod
    def _server_command(self) -> list[str]:
        """Command line of the server."""

    @abstractmethod
    def _first_contact(self) -> str:
        """Make the database of the experiments if it is not there yet; the server's version."""

    @abstractmethod
    def _sysbench_options(self) -> list[str]:
        """Connection options of sysbench."""

    @abstractmethod
    def _temp_folders(self) -> tuple[Path, ...]:
        """Where sort files go."""


def _refuse_control_characters(name: str, value: str) -> None:
    if not re.fullmatch(r"[A-Za-z][\w.-]*", name) or not value.isprintable():
        raise LabError(name, f"is not a setting that can be written to a file: {value!r}")
