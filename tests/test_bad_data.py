"""Bad data: the command says what is wrong, all at once, and a build leaves the old output as it was."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from support import TESTS, Golden, Here, messages, record_hashes, run, sample, tree_bytes

FAULTS = TESTS / "bad" / "data"
BAD = sorted(FAULTS.iterdir())
OUTPUTS = ("hugo", "charts", "downloads")

COMPATIBLE = (
    "bad-date",
    "bad-folder-name",
    "bad-trial-number",
    "claim-of-an-unknown-source",
    "failed-without-reason",
    "file-out-of-place",
    "link",
    "missing-text",
    "run-without-trials",
    "text-in-number-column",
    "undescribed-table",
    "unknown-engine",
    "unknown-machine",
)
"""Faults that can be in one project without hiding each other."""


def lay_over(project: Path, *faults: str) -> None:
    """Copy the files of faults over a valid project."""
    for fault in faults:
        ignored = shutil.ignore_patterns("expected.err")
        shutil.copytree(FAULTS / fault, project, symlinks=True, dirs_exist_ok=True, ignore=ignored)
    record_hashes(project)


def expected(fault: str) -> list[str]:
    """What the command says of a fault."""
    return messages((FAULTS / fault / "expected.err").read_text("utf-8"))


def outputs(project: Path) -> dict[str, dict[str, bytes]]:
    """What the site is made of, byte for byte."""
    return {name: tree_bytes(project / "build" / name) for name in OUTPUTS}


@pytest.fixture(scope="module")
def site(built_project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The real project with the small valid one in it, built."""
    project = Path(shutil.copytree(built_project, tmp_path_factory.mktemp("built") / "project", symlinks=True))
    shutil.copytree(TESTS / "project" / "data", project / "data", dirs_exist_ok=True)
    done = run("build", cwd=project)
    assert done.returncode == 0, done.stderr
    return project


@pytest.fixture
def built(site: Path, loaded_before: Path, project: Path) -> Path:
    """The small valid project with its database and the output of an earlier build."""
    shutil.copytree(loaded_before, project / "build")
    for name in OUTPUTS:
        # Some of the files are enough to see a change, and quicker to compare.
        some = shutil.ignore_patterns("*.parquet", "*.csv", "*.vl.json")
        shutil.copytree(site / "build" / name, project / "build" / name, ignore=some)
    return project


def test_the_small_project_is_valid(project: Path) -> None:
    done = run("check", cwd=project)
    assert (done.returncode, done.stdout, done.stderr) == (0, "all is well\n", "")


@pytest.mark.parametrize("fault", sample(BAD, every=4), ids=lambda path: path.name)
def test_a_build_says_what_is_wrong_and_keeps_the_old_output(
    fault: Path, built: Path, golden: Golden, here: Here
) -> None:
    before = outputs(built)
    assert all(before.values())
    lay_over(built, fault.name)
    done = here(built, "build")
    told = [line for line in done.stderr.splitlines(keepends=True) if not line.startswith("build: ")]
    golden(fault / "expected.err", "".join(told))
    assert (done.returncode, done.stdout) == (1, "")
    assert outputs(built) == before


def test_a_check_tells_all_problems_at_once(project: Path) -> None:
    lay_over(project, *COMPATIBLE)
    done = run("check", cwd=project)
    wanted = {message for fault in COMPATIBLE for message in expected(fault)}
    assert set(messages(done.stderr)) == wanted
    assert len(messages(done.stderr)) == len(wanted) >= len(COMPATIBLE)
    assert done.stderr.endswith(f"\n{len(wanted)} errors, 0 warnings\n")
    assert (done.returncode, done.stdout) == (1, "")


def test_a_check_and_a_build_say_the_same_of_a_log(built: Path) -> None:
    lay_over(built, "unknown-line")
    checked, made = run("check", cwd=built), run("build", cwd=built)
    assert (checked.returncode, made.returncode) == (1, 1)
    assert checked.stderr == (FAULTS / "unknown-line" / "expected.err").read_text("utf-8")
    assert made.stderr.endswith(checked.stderr)


def test_a_repaired_project_builds_the_same_again(site: Path) -> None:
    before = outputs(site)
    lay_over(site, "unknown-line", "wrong-header")
    assert run("build", cwd=site).returncode == 1
    assert outputs(site) == before
    shutil.copytree(TESTS / "project" / "data", site / "data", dirs_exist_ok=True)
    assert run("build", cwd=site).returncode == 0
    for name, files in outputs(site).items():
        assert files.keys() == before[name].keys()
        assert [path for path in files if files[path] != before[name][path]] == []


def test_a_check_of_paths_speaks_of_them_only(project: Path, here: Here) -> None:
    lay_over(project, "unknown-line", "text-in-number-column")
    done = here(project, "check", "data/runs", "data/engines")
    assert (done.returncode, messages(done.stderr)) == (1, expected("unknown-line"))
    done = here(project, "check", "data/sources/100/tables/build.csv")
    assert (done.returncode, messages(done.stderr)) == (1, expected("text-in-number-column"))


def test_a_check_of_a_path_that_is_not_there(project: Path, here: Here) -> None:
    done = here(project, "check", "data/rnus")
    assert done.returncode == 1
    assert done.stderr.splitlines()[0].endswith("does not exist")


def test_a_check_works_from_a_folder_below(project: Path, here: Here) -> None:
    done = here(project / "data/runs/mysql/laptop/20260301-add-index", "check", "trials")
    assert (done.returncode, done.stdout) == (0, "all is well\n")


@pytest.mark.parametrize("command", [("check",), ("build",), ("sql", "SELECT 1")])
def test_outside_of_a_project(command: tuple[str, ...], tmp_path: Path, here: Here) -> None:
    done = here(tmp_path, *command)
    assert done.returncode == 1
    assert "is not inside a ddlbench project" in done.stderr
