"""The worked example of the contribute page, carried out as it is written by someone who has two raw logs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from support import DDLBENCH, LANGUAGES, ROOT, TESTS, copy_real_project

EXAMPLE = re.compile(r"\{#run\}\n.*?```bash\n(.*?)```", re.DOTALL)
SECRET = "Tr0ub4dor"


def example(language: str) -> str:
    """The commands of the page."""
    found = EXAMPLE.search((ROOT / "content" / language / "contribute.md").read_text("utf-8"))
    assert found
    return found[1]


def commands(text: str) -> list[str]:
    """One entry a command; a backslash continues a line."""
    return text.replace("\\\n", " ").strip().splitlines()


@pytest.fixture(scope="module")
def newcomer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout with nothing but two raw logs added."""
    project = copy_real_project(tmp_path_factory.mktemp("newcomer") / "project")
    shutil.copytree(TESTS / "newcomer", project / "logs")
    for command in (["init", "--quiet"], ["add", "--all", "data"], ["commit", "--quiet", "-m", "start"]):
        subprocess.run(["git", *command], cwd=project, env=variables(), check=True, capture_output=True)
    return project


def variables() -> dict[str, str]:
    person = {f"GIT_{role}_{key}": "n" for role in ("AUTHOR", "COMMITTER") for key in ("NAME", "EMAIL")}
    return {**os.environ, **person, "PATH": f"{DDLBENCH.parent}:{os.environ['PATH']}", "GIT_CONFIG_GLOBAL": os.devnull}


def test_the_example_is_short_and_the_same_in_every_language() -> None:
    assert len(commands(example("en"))) <= 5
    assert {example(language) for language in LANGUAGES} == {example("en")}


def test_two_raw_logs_become_a_commit(newcomer: Path) -> None:
    printed = ""
    for command in commands(example("en")):
        done = subprocess.run(["bash", "-ec", command], cwd=newcomer, env=variables(), capture_output=True, check=False)
        assert done.returncode == 0, f"{command}\n{done.stdout.decode()}{done.stderr.decode()}"
        printed += done.stdout.decode() + done.stderr.decode()
    assert SECRET not in printed
    listing = subprocess.run(["git", "show", "--name-only", "--format="], cwd=newcomer, capture_output=True, check=True)
    run = "data/runs/mariadb/db1/20260302-add-index"
    files = ["SHA256SUMS", "run.toml", "trials/001/client.log", "trials/001/sysbench.log", "trials/001/trial.toml"]
    assert listing.stdout.decode().splitlines() == ["data/machines/db1.toml", *(f"{run}/{name}" for name in files)]
    shown = subprocess.run(["git", "show"], cwd=newcomer, capture_output=True, check=True).stdout.decode()
    assert SECRET not in shown
    described = tomllib.loads((newcomer / run / "run.toml").read_text("utf-8"))
    assert (described["engine_version"], described["redacted"]) == ("10.11.19", {"passwords": 1})
    report = (newcomer / "report/report.md").read_text("utf-8")
    assert "1 runs, 0 errors, 0 warnings." in report
    assert "holds 1 private addresses; they are allowed" in report
    assert re.search(r"^sysbench_interval +4\d$", report, re.MULTILINE)
    page = (newcomer / "report/report.html").read_text("utf-8")
    assert "<polyline" in page
    assert not re.search(r"<script|src=|href=|url\(|@import", page)
    sums = subprocess.run(["sha256sum", "--check", "SHA256SUMS"], cwd=newcomer / run, capture_output=True, check=False)
    assert sums.returncode == 0
