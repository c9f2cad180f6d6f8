"""A build that is killed leaves the old output or the new one, and the next one gives the bytes it should."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support import DDLBENCH, ROOT, tree_bytes

OUTPUTS = ("hugo", "charts", "downloads", "runs")
MADE = ("build", "public")
SOURCE = Path("data/sources/000/source.toml")
BUILDS, SITES = 88, 12
"""Kills in all; the site is several times as slow."""

OPENED_BY_ANOTHER = """
import importlib, subprocess, sys
from contextlib import contextmanager
from ddlbench.build import DATABASE
from ddlbench.cli import main

build = importlib.import_module("ddlbench.commands.build")
alone = build.alone

@contextmanager
def watched(folder):
    with alone(folder):
        yield
        opened = "import sys, duckdb; duckdb.connect(sys.argv[1])"
        subprocess.run([sys.executable, "-c", opened, str(folder / DATABASE)], check=True)

build.alone = watched
sys.argv = ["ddlbench", "build"]
main()
"""
"""A build whose database another process opens when it is about to give its turn away."""

Bytes = dict[str, bytes]


def outputs(project: Path) -> Bytes:
    """The output of `ddlbench build`."""
    return {f"{name}/{path}": raw for name in OUTPUTS for path, raw in tree_bytes(project / "build" / name).items()}


def site(project: Path) -> Bytes:
    """The output of `make site`."""
    return tree_bytes(project / "public")


class Subject:
    """A project with two states of its data, a command, and what the command made of each state."""

    def __init__(self, project: Path, command: list[str], read: Callable[[Path], Bytes], **variables: str) -> None:
        self.project = project
        self.command = command
        self.read = read
        self.variables = {**os.environ, **variables}
        self.source = (project / SOURCE).read_text("utf-8")
        self.wanted = []
        for state in (0, 1):
            self.bring_to(state)
            begun = time.monotonic()
            assert self.start().wait() == 0
            self.seconds = time.monotonic() - begun
            self.wanted.append(self.read(project))
            for name in MADE:
                if (project / name).is_dir():
                    shutil.copytree(project / name, self.kept(state) / name, symlinks=True)
        assert self.wanted[0] != self.wanted[1]

    def kept(self, state: int) -> Path:
        """A copy of everything that was made of a state."""
        return self.project.with_name(f"{self.project.name} {state}")

    def bring_to(self, state: int) -> None:
        """Write the data of a state; the first is the one that was there."""
        text = self.source.replace('\nen = "', '\nen = "Another ', 1) if state else self.source
        if (self.project / SOURCE).read_text("utf-8") != text:
            (self.project / SOURCE).write_text(text, "utf-8")

    def go_back_to(self, state: int) -> None:
        """Be as after an undisturbed build of a state."""
        self.bring_to(state)
        for name in MADE:
            shutil.rmtree(self.project / name, ignore_errors=True)
        shutil.copytree(self.kept(state), self.project, symlinks=True, dirs_exist_ok=True)

    def start(self) -> subprocess.Popen[bytes]:
        """The command, in a process group of its own."""
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "stdin": subprocess.DEVNULL}
        return subprocess.Popen(self.command, cwd=self.project, env=self.variables, start_new_session=True, **quiet)

    def kill_one(self, number: int) -> None:
        """Change the data, kill the build of it, look at what is there, build again."""
        old, new = number % 2, (number + 1) % 2
        self.go_back_to(old)
        self.bring_to(new)
        running = self.start()
        time.sleep(random.Random(number).uniform(0, self.seconds))
        # With all it started, or alone: then the rest goes on, as after a crash of the first process.
        everything = number % 3 > 0
        os.killpg(running.pid, signal.SIGKILL) if everything else running.kill()
        running.wait()
        left = self.read(self.project)
        if everything:
            assert left in self.wanted, changed(left, self.wanted)
        assert self.start().wait() == 0
        with contextlib.suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
        assert self.read(self.project) == self.wanted[new], changed(self.read(self.project), [self.wanted[new]])


def changed(left: Bytes, wanted: list[Bytes]) -> str:
    """How what is left differs from states, for a message."""
    paths = [sorted(path for path in left | each if left.get(path) != each.get(path))[:5] for each in wanted]
    lines = [
        [line[:300] for line in left.get(path, b"").splitlines() if line not in each.get(path, b"").splitlines()][:2]
        for each, differing in zip(wanted, paths, strict=True)
        for path in differing[:1]
    ]
    return f"{paths}: {lines}"


def small_project(built_project: Path, folder: Path) -> Path:
    """A copy of this project with the smallest run of each experiment: what is killed is the writing, not the reading."""
    project = Path(shutil.copytree(built_project, folder, symlinks=True))
    for name in ("guidance", "tonight"):  # What lacks its runs would be looked into at length.
        shutil.rmtree(project / "data" / name)
    seen = set()
    runs = [path.parent for path in project.glob("data/runs/*/*/*/run.toml")]
    for run in sorted(runs, key=lambda run: (sum(path.stat().st_size for path in run.rglob("*")), run.name)):
        experiment = tomllib.loads((run / "run.toml").read_text("utf-8")).get("experiment")
        if experiment in seen:
            shutil.rmtree(run)
        seen.add(experiment)
    return project


@pytest.fixture(scope="module")
def tables(built_project: Path, tmp_path_factory: pytest.TempPathFactory) -> Subject:
    project = small_project(built_project, tmp_path_factory.mktemp("killed") / "project")
    return Subject(project, [str(DDLBENCH), "build"], outputs, PYTHONPATH=str(ROOT / "pipeline"))


@pytest.fixture(scope="module")
def pages(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Subject]:
    sys.path.insert(0, str(ROOT / "tests/site"))
    from sitebuild import BASE_URL, INDIA, the_site

    built = the_site(request.config, tmp_path_factory).copy(tmp_path_factory.mktemp("killed") / "a checkout")
    variables = {**INDIA.variables, "BASE_URL": BASE_URL, "PYTHONPATH": str(built.project / "pipeline")}
    yield Subject(built.project, [".venv/bin/python", "tools/build_site.py"], site, **variables)
    shutil.rmtree(built.project.parent, ignore_errors=True)


def test_the_next_build_finds_the_database_closed(tables: Subject) -> None:
    command = [sys.executable, "-c", OPENED_BY_ANOTHER]
    done = subprocess.run(command, cwd=tables.project, env=tables.variables, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("number", range(4))
def test_a_killed_build(number: int, tables: Subject) -> None:
    tables.kill_one(number)


@pytest.mark.parametrize("number", range(1, 2))
def test_a_killed_site(number: int, pages: Subject) -> None:
    pages.kill_one(number)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(4, BUILDS))
def test_a_build_killed_at_many_moments(number: int, tables: Subject) -> None:
    tables.kill_one(number)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(2, SITES + 1))
def test_a_site_killed_at_many_moments(number: int, pages: Subject) -> None:
    pages.kill_one(number)
