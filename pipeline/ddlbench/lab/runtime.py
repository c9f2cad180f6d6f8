"""Folders and processes of private servers: where they are, whose they are, and how they end.

A server's folder is named after the process that made it, so that a later start finds what a killed one left. The
server's own identity, its process number and start time, is written by the program that becomes the server.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from ddlbench.lab.proc import stat_fields
from ddlbench.lab.server import LabError

SYSTEM_CACHE = Path("/var/cache")
SOCKET_FOLDERS = Path("/tmp")  # A socket's path may have 107 bytes; TMPDIR and home folders may be long.
KILL_AFTER_S = 60.0


@dataclass(frozen=True)
class Process:
    """A process, told apart from a later one with the same number by its start (clock ticks since boot)."""

    pid: int
    started: int

    @classmethod
    def parse(cls, stat: str) -> Process:
        """From the text of `/proc/PID/stat`; the program's name in it may hold anything."""
        return cls(int(stat.split(" ", 1)[0]), int(stat_fields(stat)[19]))

    @classmethod
    def of(cls, pid: int) -> Process:
        """The process that has a number now."""
        return cls.parse(Path(f"/proc/{pid}/stat").read_text())

    @classmethod
    def current(cls) -> Process:
        """This process."""
        return cls.of(os.getpid())

    def is_alive(self) -> bool:
        """Whether it runs; one that has ended and waits for its parent does not."""
        try:
            stat = Path(f"/proc/{self.pid}/stat").read_text()
        except OSError:
            return False
        return Process.parse(stat) == self and stat_fields(stat)[0] not in "ZX"

    def kill(self) -> None:
        """End it and all processes it started, at once."""
        family = [self, *descendants(self.pid)] if self.is_alive() else []
        for process in family:
            if process.is_alive():
                with suppress(ProcessLookupError):
                    os.kill(process.pid, signal.SIGKILL)
        _wait(family, 10.0)

    def end(self, wish: signal.Signals, limit_s: float = KILL_AFTER_S) -> bool:
        """Ask it to end, and kill it after a time limit; whether it ended by itself."""
        if self.is_alive():
            os.kill(self.pid, wish)
        if _wait([self], limit_s):
            return True
        self.kill()
        return False


def _wait(processes: list[Process], limit_s: float) -> bool:
    """Whether all of these end within a time limit."""
    deadline = time.monotonic() + limit_s
    while any(process.is_alive() for process in processes):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def descendants(pid: int) -> Iterator[Process]:
    """All processes below one."""
    parents: dict[int, list[Process]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            text = stat.read_text()
            parents.setdefault(int(stat_fields(text)[1]), []).append(Process.parse(text))
    below = parents.get(pid, [])
    while below:
        process = below.pop()
        yield process
        below.extend(parents.get(process.pid, []))


def cache_folder() -> Path:
    """Where the lab keeps servers and roots.

    Root's servers run as another user, who cannot enter root's home; so that root has the system's cache folder.
    """
    given = os.environ.get("XDG_CACHE_HOME")
    folder = (Path(given) if given else Path.home() / ".cache").absolute()
    if os.geteuid() == 0 and not _open_to_all(folder):
        if given:
            raise LabError(str(folder), "cannot be entered by the user that servers run as", "let others enter it")
        folder = SYSTEM_CACHE
    return folder / "ddlbench" / "lab"


def _open_to_all(folder: Path) -> bool:
    """Whether every user can reach a folder; one that does not exist yet will be made so."""
    return all(not each.exists() or each.stat().st_mode & 0o001 for each in (folder, *folder.parents))


def server_user(*names: str) -> tuple[int, int]:
    """User and group that servers run as: this user's own, or the first of these that exists where it is root."""
    if os.geteuid() != 0:
        return os.geteuid(), os.getegid()
    for name in (*names, "nobody"):
        with suppress(KeyError):
            entry = pwd.getpwnam(name)
            return entry.pw_uid, entry.pw_gid
    raise LabError("nobody", "is not a user of this machine", "servers cannot run as root; add an unprivileged user")


class Folder:
    """The folder of one server, and the folder of its socket; both belong to the server's user."""

    serial = count(1)

    def __init__(self, user: tuple[int, int]) -> None:
        owner = Process.current()
        name = f"{owner.pid}-{owner.started}-{next(self.serial)}"
        self.path = cache_folder() / "servers" / name
        self.socket_folder = _socket_folder(self.path)
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o755)
        for folder in (self.path, self.socket_folder, self.path / "tmp"):
            folder.mkdir(mode=0o700)
            os.chown(folder, *user)

    @property
    def process_file(self) -> Path:
        """Where the program that becomes the server writes its line of `/proc`."""
        return self.path / "process"

    def remove(self) -> None:
        """Remove both folders; what is gone already is fine."""
        _remove(self.path)


def _socket_folder(path: Path) -> Path:
    return SOCKET_FOLDERS / f"ddlbench-{path.name}"


def _remove(path: Path) -> None:
    socket_folder = _socket_folder(path)
    if not socket_folder.is_symlink():
        shutil.rmtree(socket_folder, ignore_errors=True)
    shutil.rmtree(path, ignore_errors=True)


def cleanup_leftovers() -> list[str]:
    """End servers whose lab is gone, remove their folders; the names of these folders."""
    found = []
    for path in sorted((cache_folder() / "servers").glob("*-*-*")):
        pid, started, _ = path.name.split("-")
        if Process(int(pid), int(started)).is_alive():
            continue
        with suppress(OSError, ValueError, IndexError):
            Process.parse((path / "process").read_text()).kill()
        _remove(path)
        found.append(path.name)
    return found
