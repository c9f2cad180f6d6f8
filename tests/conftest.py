"""Fixtures, and `--update`, which rewrites the golden files for review."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
from ddlbench import build
from ddlbench.build import DATABASE, Loaded, load
from ddlbench.cli import main
from ddlbench.parse.format import Format, load_formats
from ddlbench.views import create_views
from support import (
    DATA,
    TESTS,
    Finished,
    Golden,
    Here,
    Parsed,
    build_project_once,
    case_id,
    cases,
    made_once,
    parse_texts,
)

MARK = Path(DATABASE).with_suffix(".schema").name

LONG = (
    "test_lab.py",
    "test_killed.py",
    "test_site_reproducible.py",
    "test_browser_pages.py",
    "test_browser_hostile.py",
    "test_lab_servers.py",
    "test_lab_trial.py",
    "test_lab_targets.py",
    "test_determinism.py",
    "test_accept.py",
    "test_bad_data.py",
    "test_withdrawn.py",
    "test_store.py",
)
"""Files that take long, in the order in which they begin."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of this suite."""
    parser.addoption("--update", action="store_true", help="rewrite the golden files; review them with git diff")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that take long: of two processes none should wait long for the other at the end."""
    order = {name: place for place, name in enumerate(LONG)}
    items.sort(key=lambda item: order.get(item.path.name, len(LONG)))


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
def built_project(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of this project, built from nothing. It stays as it was built; a test that changes something copies it."""
    return build_project_once(request.config, tmp_path_factory)


@pytest.fixture(scope="session")
def real(built_project: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Loaded]:
    """The data of this project, loaded into a database that has the rows of its logs."""
    folder = tmp_path_factory.mktemp("real")
    for name in (DATABASE, MARK):
        shutil.copy(built_project / "build" / name, folder)
    loaded = load(DATA, folder / DATABASE)
    yield loaded
    loaded.connection.close()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the small valid project: one source, one claim, one run."""
    return Path(shutil.copytree(TESTS / "project", tmp_path / "project"))


@pytest.fixture(scope="session")
def loaded_before(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The build database of the small valid project; it stays as it is."""

    def make(folder: Path) -> None:
        load(TESTS / "project" / "data", folder / DATABASE).connection.close()

    return made_once("loaded before", make, request.config, tmp_path_factory)


@pytest.fixture(scope="session")
def nothing_loaded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build database with its tables and views, empty; it stays so."""

    def make(folder: Path) -> None:
        with build.open_database(folder / DATABASE) as connection:
            create_views(connection)

    return made_once("nothing loaded", make, request.config, tmp_path_factory)


@pytest.fixture
def not_anew(loaded_before: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What would be loaded into a new database in memory is loaded into a copy of one of the small valid project.

    As in the second of two builds, tables and views are there, and only logs that differ are parsed. That spares two
    of the three seconds that a load of a small project takes; what is then in the database is the same.
    """
    open_database = build.open_database
    copies = tmp_path.with_name(f"{tmp_path.name} databases")

    def opened(path: Path | None) -> duckdb.DuckDBPyConnection:
        if path is None:
            path = Path(shutil.copytree(loaded_before, copies / str(len(list(copies.glob("*")))))) / DATABASE
        return open_database(path)

    monkeypatch.setattr(build, "open_database", opened)
    yield
    shutil.rmtree(copies, ignore_errors=True)


@pytest.fixture
def here(not_anew: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Here:
    """Runs the command in this process and on a database that is there, which spares the start of both."""

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
