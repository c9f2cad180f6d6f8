"""Contributions that mean harm: refused with a clear message, or taken as text; nothing leaves its folder."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from ddlbench.hashes import write_hashes
from ddlbench.report.render import escaped
from hostile import INERT, NASTY, PLACES, REFUSED, Case
from support import Finished, Here, record_hashes, tree_bytes

RUNS = Path("data/runs/mysql/laptop")
GIVEN = RUNS / "20260301-add-index"


def folder_of(case: Case) -> str:
    """The run of a case."""
    return f"20260401-case-{REFUSED.index(case):03}"


def copy_run(given: Path, run: Path) -> None:
    """Copy a run; its log gets blank lines, so that it is no copy of another."""
    shutil.copytree(given, run)
    log = run / "trials/001/sysbench.log"
    log.write_bytes(log.read_bytes() + b"\n" * len(list(run.parent.iterdir())))
    write_hashes(run)


@pytest.fixture(scope="module")
def refused(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with one run a case."""
    project = Path(shutil.copytree(Path(__file__).parent / "project", tmp_path_factory.mktemp("hostile") / "project"))
    for case in REFUSED:
        run = project / RUNS / folder_of(case)
        copy_run(project / GIVEN, run)
        case.change(run)
    return project


@pytest.fixture(scope="module")
def told(refused: Path) -> Finished:
    """What the check says of all of them."""
    from support import run

    return run("check", cwd=refused)


def test_there_are_enough() -> None:
    assert len(REFUSED) + len(PLACES) + len(INERT) >= 60
    assert len({case.name for case in REFUSED}) == len(REFUSED)


def test_all_are_told_at_once_and_nothing_fails(told: Finished) -> None:
    assert told.returncode == 1
    assert "Traceback" not in told.stderr
    assert not set(told.stderr) & {"\x1b", "\x07", "\0", "\u202e", "\u2066", "\u200b", "\ue000"}
    assert "root:" not in told.stderr


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case.name)
def test_a_hostile_run_is_refused(case: Case, told: Finished) -> None:
    name = f"error: {(RUNS / folder_of(case)).relative_to('data').as_posix()}"
    found = [line for line in told.stderr.splitlines() if line.startswith(name)]
    assert any(case.refused in line for line in found), found


def test_a_valid_run_among_them_is_accepted(told: Finished) -> None:
    assert GIVEN.relative_to("data").as_posix() not in told.stderr


@pytest.mark.parametrize("place", PLACES, ids=lambda place: "/".join(place[:3]))
def test_a_hostile_place_is_refused(place: tuple[str, str, str, str], project: Path, here: Here) -> None:
    *path, message = place
    copy_run(project / GIVEN, project / "data/runs" / Path(*path))
    done = here(project, "check")
    assert done.returncode == 1
    assert message in done.stderr


def test_nasty_texts_are_taken_as_texts(project: Path, here: Here) -> None:
    for case in INERT:
        case.change(project / GIVEN)
    record_hashes(project)
    done = here(project, "check", "data/runs")
    assert done.returncode == 0, done.stderr
    done = here(project, "report", "data/runs", "--out", "report")
    assert done.returncode == 0
    page = (project / "report/report.html").read_text("utf-8")
    assert escaped(NASTY) in page
    assert "<img" not in page
    assert "<b data-hostile" not in page
    blocks = (project / "report/report.md").read_text("utf-8").split("```")
    assert "<img" in "".join(blocks[1::2])
    assert "<img" not in "".join(blocks[0::2])


def test_nothing_outside_is_read_or_written(refused: Path, told: Finished, here: Here) -> None:
    before = {name: raw for name, raw in tree_bytes(refused).items() if "case-" not in name}
    outside = sorted(refused.parent.iterdir())
    here(refused, "check", "--fix")
    here(refused, "redact", "data/runs", "--out", "clean")
    shutil.rmtree(refused / "clean", ignore_errors=True)
    assert {name: raw for name, raw in tree_bytes(refused).items() if "case-" not in name} == before
    assert sorted(refused.parent.iterdir()) == outside
    assert not list(refused.rglob("pwned"))
