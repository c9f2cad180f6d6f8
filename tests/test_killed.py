"""A build that is killed leaves the old output or the new one, and the next one gives the bytes it should."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support import DDLBENCH, ROOT, copy_real_project, tree_bytes

OUTPUTS = ("hugo", "charts", "downloads", "runs")
SOURCE = Path("data/sources/000/source.toml")

Bytes = dict[str, bytes]


def outputs(project: Path) -> Bytes:
    """The output of `ddlbench build`."""
    return {f"{name}/{path}": raw for name in OUTPUTS for path, raw in tree_bytes(project / "build" / name).items()}


def site(project: Path) -> Bytes:
    """The output of `make site`."""
    return tree_bytes(project / "public")


class Subject:
    """A project with two states of its data, a command, and what the command gives of each state."""

    def __init__(self, project: Path, command: list[str], read: Callable[[Path], Bytes]) -> None:
        self.project = project
        self.command = command
        self.read = read
        self.source = (project / SOURCE).read_text("utf-8")
        self.wanted = []
        self.seconds = 0.0
        for state in (0, 1):
            self.bring_to(state)
            begun = time.monotonic()
            assert self.start().wait() == 0
            self.seconds = max(self.seconds, time.monotonic() - begun)
            self.wanted.append(self.output())
        assert self.wanted[0] != self.wanted[1]

    def output(self) -> Bytes:
        return self.read(self.project)

    def bring_to(self, state: int) -> None:
        """Write the data of a state."""
        text = self.source.replace('\nen = "', f'\nen = "{state} ', 1)
        (self.project / SOURCE).write_text(text, "utf-8")

    def start(self) -> subprocess.Popen[bytes]:
        """The command, in a process group of its own."""
        variables = {**os.environ, "PYTHONPATH": str(ROOT / "pipeline")}
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "stdin": subprocess.DEVNULL}
        return subprocess.Popen(self.command, cwd=self.project, env=variables, start_new_session=True, **quiet)

    def kill_one(self, moments: random.Random, number: int) -> None:
        """Change the data, kill the build of it, look at what is there, build again."""
        old, new = number % 2, (number + 1) % 2
        self.bring_to(old)
        assert self.start().wait() == 0
        assert self.output() == self.wanted[old]
        self.bring_to(new)
        running = self.start()
        time.sleep(moments.uniform(0, self.seconds))
        everything = number % 2 == 0
        os.killpg(running.pid, signal.SIGKILL) if everything else running.kill()
        running.wait()
        left = self.output()
        if everything:
            assert left in self.wanted, changed(left, self.wanted)
        assert self.start().wait() == 0
        assert self.output() == self.wanted[new]


def changed(left: Bytes, wanted: list[Bytes]) -> str:
    """How what is left differs from both states, for a message."""
    return str([sorted(path for path in left | each if left.get(path) != each.get(path))[:5] for each in wanted])


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Subject:
    project = copy_real_project(tmp_path_factory.mktemp("killed") / "project")
    return Subject(project, [str(DDLBENCH), "build"], outputs)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Subject]:
    sys.path.insert(0, str(ROOT / "tests/site"))
    from sitebuild import copy_checkout

    project = copy_checkout(tmp_path_factory.mktemp("killed") / "a checkout")
    yield Subject(project, [".venv/bin/python", "tools/build_site.py"], site)
    shutil.rmtree(project, ignore_errors=True)


@pytest.mark.parametrize("number", range(3))
def test_a_killed_build(number: int, tables: Subject) -> None:
    tables.kill_one(random.Random(number), number)


@pytest.mark.parametrize("number", range(2))
def test_a_killed_site(number: int, pages: Subject) -> None:
    pages.kill_one(random.Random(number), number)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(3, 100))
def test_a_build_killed_at_many_moments(number: int, tables: Subject) -> None:
    tables.kill_one(random.Random(number), number)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(2, 100))
def test_a_site_killed_at_many_moments(number: int, pages: Subject) -> None:
    pages.kill_one(random.Random(number), number)
