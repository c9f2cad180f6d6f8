"""Runs of default settings stand first, tuned ones beside them and named so; each run says what it is."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from ddlbench.build import Loaded, load
from ddlbench.database import SQL, statements
from handmade import HandmadeRun, trial_logs
from support import DATA, TESTS

TUNED = 'tuning = "tuned"\ntuned = { en = "buffer pool", zh-cn = "缓冲池", ko = "버퍼 풀" }'


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Loaded:
    """Two runs of one experiment; the tuned one comes first by its name."""
    project = Path(shutil.copytree(TESTS / "project", tmp_path_factory.mktemp("fair") / "project"))
    shutil.copytree(DATA / "experiments", project / "data/experiments")
    shutil.copytree(DATA / "engines", project / "data/engines", dirs_exist_ok=True)
    for name, tuning in (("20260401-tuned", TUNED), ("20260402-default", 'tuning = "default"')):
        made = HandmadeRun(project, name)
        path = made.folder / "run.toml"
        text = path.read_text("utf-8").replace('tuning = "default"', tuning)
        path.write_text('experiment = "smoke"\n' + text, "utf-8")
        for during in (80.0, 81.0):
            made.trial(trial_logs(100.0, during), load_level=100, innodb_sort_buffer_size=len(name) * 1048576)
    loaded = load(project / "data", None)
    assert [str(each) for each in loaded.problems if each.severity == "error" and "/run.toml" in each.path] == []
    return loaded


def column(loaded: Loaded, query: str, name: str) -> list[Any]:
    cursor = loaded.connection.execute(query)
    names = [each[0] for each in cursor.description or []]
    return [row[names.index(name)] for row in cursor.fetchall()]


def test_tuned_runs_are_named_so(loaded: Loaded) -> None:
    labels = column(loaded, "SELECT run_id, label FROM experiment_setting ORDER BY run_id", "label")
    assert labels == ["MySQL 8.0.25 (tuned)", "MySQL 8.0.25"]


def test_default_settings_stand_first(loaded: Loaded) -> None:
    labels = column(loaded, statements("site")["experiment_findings"], "label")
    assert labels == ["MySQL 8.0.25", "MySQL 8.0.25 (tuned)"]


@pytest.mark.parametrize(
    "path",
    [path for path in SQL.rglob("*.sql") if "engine.name ||" in path.read_text("utf-8")],
    ids=lambda path: path.stem,
)
def test_every_label_of_a_run_says_whether_it_is_tuned(path: Path) -> None:
    labels = [line for line in path.read_text("utf-8").splitlines() if "engine.name ||" in line]
    assert [line for line in labels if "if(run.tuning = 'tuned', ' (tuned)', '')" not in line] == []
