"""A project of its own for runs of the lab in tests, and what must not be left behind."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ddlbench.lab.runtime import cache_folder
from support import DATA, DDLBENCH, ROOT, Finished

NAME = "A tester"


@dataclass(frozen=True)
class LabProject:
    """A checkout's engines and experiments without runs, and the state folder of its labs."""

    folder: Path
    state: Path

    @property
    def environment(self) -> dict[str, str]:
        """The environment of its commands."""
        return {**os.environ, "XDG_STATE_HOME": str(self.state)}

    def start(self, *arguments: str, **more: str) -> subprocess.Popen[str]:
        """Start `ddlbench lab …`."""
        return subprocess.Popen(
            [DDLBENCH, "lab", *arguments],
            cwd=self.folder,
            env={**self.environment, **more},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def lab(self, *arguments: str, **more: str) -> Finished:
        """Run `ddlbench lab …` to its end."""
        with self.start(*arguments, **more) as process:
            out, err = process.communicate()
            self.assert_nothing_left(process.pid)
            return Finished(process.args, process.returncode, out, err)

    def smoke(self, *arguments: str, **more: str) -> Finished:
        """Run the smoke experiment."""
        return self.lab("run", "smoke", "--yes", "--contributor", NAME, *arguments, **more)

    def check(self) -> Finished:
        """Run `ddlbench check`."""
        return subprocess.run(
            [DDLBENCH, "check", "data/runs", "data/machines"],
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )

    def runs(self) -> list[Path]:
        """The run folders below `data/`, and whatever else lies on their level."""
        return sorted((self.folder / "data" / "runs").glob("*/*/*"))

    def states(self) -> list[Path]:
        """The experiments that can be resumed."""
        return sorted((self.state / "ddlbench" / "lab").glob("*"))

    def assert_nothing_left(self, pid: int) -> None:
        """No server, socket or half run of a process that has ended."""
        assert list((cache_folder() / "servers").glob(f"{pid}-*")) == []
        assert list(Path("/tmp").glob(f"ddlbench-{pid}-*")) == []
        assert children(pid) == []
        assert [run for run in self.runs() if not (run / "run.toml").exists()] == []


def make_project(folder: Path) -> LabProject:
    """A project below a folder."""
    for kind in ("engines", "experiments"):
        shutil.copytree(DATA / kind, folder / "project" / "data" / kind)
    for name in ("config.toml",):
        shutil.copy(ROOT / name, folder / "project")
    shutil.copytree(ROOT / "i18n", folder / "project" / "i18n")
    return LabProject(folder / "project", folder / "state")


def children(pid: int) -> list[int]:
    """Processes whose parent is this one."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(text[1]) == pid and text[0] != "Z":
            found.append(int(stat.parent.name))
    return found


def descendant(pid: int, name: str) -> int | None:
    """A process below another whose program has a name."""
    for child in children(pid):
        try:
            if (Path("/proc") / str(child) / "comm").read_text().strip() == name:
                return child
        except OSError:
            continue
        found = descendant(child, name)
        if found:
            return found
    return None


def wait_for(what: Callable[[], bool], seconds: float = 40) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """A file system that is soon full; needs root."""
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def interrupt(process: subprocess.Popen[str], number: signal.Signals) -> Finished:
    """Send a signal, and wait for the end."""
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    return Finished(process.args, process.returncode, out, err)
