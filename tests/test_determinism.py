"""The same data gives the same bytes, wherever and however often it is built."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from ddlbench.build import Loaded, load
from ddlbench.publish import Publication
from support import DATA, HERE, copy_real_project, run, tree_bytes

ELSEWHERE = {"TZ": "Asia/Shanghai", "LC_ALL": "C", "PYTHONHASHSEED": "7", "SOURCE_DATE_EPOCH": "1"}


@pytest.fixture(scope="module")
def projects(built_project: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two copies of this project, each built in its place, from nothing but the drawings of the first.

    To draw takes most of the time; `test_site_reproducible.py` draws on what could be another machine.
    """
    project = copy_real_project(tmp_path_factory.mktemp("places") / "in another place")
    shutil.copytree(built_project / "build" / "cache", project / "build" / "cache")
    done = run("build", cwd=project, environment=ELSEWHERE)
    assert done.returncode == 0, done.stderr
    return [built_project, project]


@pytest.mark.parametrize("name", ["downloads", "hugo", "charts"])
def test_two_places_give_the_same_bytes(name: str, projects: list[Path]) -> None:
    first, second = (tree_bytes(project / "build" / name) for project in projects)
    assert first.keys() == second.keys()
    assert [path for path in first if first[path] != second[path]] == []
    assert len(first) >= 5


@pytest.mark.parametrize("name", ["downloads", "hugo", "charts"])
def test_no_path_of_this_machine_is_published(name: str, projects: list[Path]) -> None:
    marks = [str(projects[0]).encode(), str(DATA.parent).encode()]
    for path, content in tree_bytes(projects[0] / "build" / name).items():
        assert not [mark for mark in marks if mark in content], path


def test_building_again_gives_the_same_bytes(projects: list[Path]) -> None:
    [_, project] = projects
    names = ("downloads", "hugo", "runs")
    before = {name: tree_bytes(project / "build" / name) for name in names}
    for _ in range(2):  # Two versions take turns, and each knows what it holds.
        done = run("build", cwd=project, environment=HERE)
        assert (done.returncode, done.stderr.splitlines()[0][:14]) == (0, "build: parsed ")
        assert " parsed 0 of " in done.stderr
        assert "wrote 0 runs" in done.stderr
        assert {name: tree_bytes(project / "build" / name) for name in names} == before


@pytest.fixture
def noisy(tmp_path: Path) -> Iterator[tuple[Loaded, Path]]:
    """A loaded project with a view over a million binary fractions, whose sums depend on their order."""
    project = copy_real_project(tmp_path / "noisy")
    loaded = load(project / "data", project / "build" / "ddlbench.duckdb")
    loaded.connection.execute("CREATE SCHEMA big")
    loaded.connection.execute(
        "CREATE TABLE big.sample AS SELECT i % 7 AS place, (hash(i) % 1000000007) / 997.0::DOUBLE AS value "
        "FROM range(1000000) AS numbers(i)"
    )
    loaded.connection.execute(
        "CREATE VIEW noisy AS SELECT place, sum(value) AS total, avg(value) AS mean, stddev_samp(value) AS spread "
        "FROM big.sample GROUP BY place"
    )
    yield loaded, project
    loaded.connection.close()


@pytest.mark.slow
def test_sums_of_a_million_fractions(noisy: tuple[Loaded, Path]) -> None:
    loaded, project = noisy
    published = set()
    for _ in range(10):
        loaded.connection.execute("SET threads = 2")
        with Publication(project, project / "build", lambda _: None) as publication:
            publication.entered(loaded.connection)
            publication.computed(loaded.connection, loaded.inventory)
            publication.finish(loaded)
        published.add((project / "build" / "downloads" / "tables" / "noisy.csv").read_bytes())
    assert len(published) == 1
    assert next(iter(published)).count(b"\n") == 8
