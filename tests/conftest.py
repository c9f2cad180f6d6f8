"""Fixtures, and `--update`, which rewrites the golden files for review."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from ddlbench.build import Loaded, load
from ddlbench.cli import main
from ddlbench.parse.format import Format, load_formats
from support import DATA, TESTS, Finished, Golden, Here, Parsed, case_id, cases, parse_texts

LONG = {
    "test_browser_pages.py",
    "test_determinism.py",
    "test_killed.py",
    "test_lab.py",
    "test_lab_servers.py",
    "test_lab_targets.py",
    "test_lab_trial.py",
    "test_site_reproducible.py",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of this suite."""
    parser.addoption("--update", action="store_true", help="rewrite the golden files; review them with git diff")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that take minutes: of two processes none should wait long for the other at the end."""
    items.sort(key=lambda item: item.path.name not in LONG)


@pytest.fixture(scope="session")
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compares a text with a golden file."""
    return Golden(request.config.getoption("--update"))


@pytest.fixture(scope="session")
def formats() -> dict[str, Format]:
    """The formats of the package."""
    return load_formats()


@pytest.fixture(scope="session")
def parsed_cases(formats: dict[str, Format]) -> Parsed:
    """All golden cases, parsed together; files are named `<format>/<case>.log`."""
    return parse_texts(formats, {case_id(path): path.read_bytes() for path in cases()})


@pytest.fixture(scope="session")
def real() -> Iterator[Loaded]:
    """The data of this project, loaded in memory."""
    loaded = load(DATA, None)
    yield loaded
    loaded.connection.close()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the small valid project: one source, one claim, one run."""
    return Path(shutil.copytree(TESTS / "project", tmp_path / "project"))


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Here:
    """Runs the command in this process, which spares its start."""

    def run_here(cwd: Path, *arguments: str) -> Finished:
        monkeypatch.chdir(cwd)
        monkeypatch.setattr(sys, "argv", ["ddlbench", *arguments])
        status = 0
        try:
            main()
        except SystemExit as stop:
            status = int(stop.code or 0)
        printed = capsys.readouterr()
        return Finished(sys.argv, status, printed.out, printed.err)

    return run_here
