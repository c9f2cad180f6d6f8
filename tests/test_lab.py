"""The lab, on real servers: from nothing to a checked run folder, and what goes wrong on the way."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
import tomllib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from ddlbench.lab.connections import MysqlConnection
from ddlbench.lab.engines import private_server
from ddlbench.lab.replica import free_port
from ddlbench.lab.runtime import cache_folder
from lab_project import LabProject, children, descendant, interrupt, make_project, small_disk, wait_for

ROOT_ONLY = pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small disk")
PASSWORD = "correct horse, battery"


@pytest.fixture
def project(tmp_path: Path) -> LabProject:
    return make_project(tmp_path)


@pytest.mark.parametrize("engine", ["mariadb", "postgresql"])
def test_smoke_from_nothing_to_a_checked_run(project: LabProject, engine: str) -> None:
    began = time.monotonic()
    done = project.smoke("--engine", engine)
    assert done.returncode == 0, done.stderr
    [run] = project.runs()
    assert done.stdout.strip() == str(run)
    assert re.search(r"trial 2 of 2 \(.*\); about \d+ s left", done.stderr)
    assert_whole(project, run, engine)
    assert_commands(run)
    assert project.states() == []
    assert list((project.folder / "build").glob("lab/*")) == []
    assert time.monotonic() - began < 120


def assert_whole(project: LabProject, run: Path, engine: str) -> None:
    """A run folder has what it needs, and `ddlbench check` finds nothing wrong."""
    checked = project.check()
    assert checked.returncode == 0, checked.stderr
    described = tomllib.loads((run / "run.toml").read_text())
    assert (described["origin"], described["experiment"], described["contributor"]) == ("lab", "smoke", "A tester")
    assert run.parts[-3] == engine
    trials = [tomllib.loads((folder / "trial.toml").read_text()) for folder in sorted((run / "trials").iterdir())]
    assert sorted(trial["control"] for trial in trials) == [False, True]
    assert {trial["outcome"] for trial in trials} == {"completed"}
    assert all(trial["factors"]["rate_tps"] > 0 for trial in trials)
    subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=run, check=True)
    summed = {line.split("  ")[1] for line in (run / "SHA256SUMS").read_text().splitlines()}
    logs = {path.relative_to(run).as_posix() for path in run.glob("trials/*/*") if path.name != "trial.toml"}
    assert summed == logs


def assert_commands(run: Path) -> None:
    """A run tells how its tables were made, its capacity measured, and its load and DDL carried out."""
    lines = [line for path in run.glob("trials/*/timeline.jsonl") for line in path.read_text().splitlines()]
    commands = [event["detail"] for event in map(json.loads, lines) if event["event"] == "command"]
    for part in (r"sysbench .* prepare$", r"sysbench .*--time=2 .*run$", r"sysbench .*--rate=\d+ run$", "mariadb|psql"):
        assert any(re.search(part, command) for command in commands), part


@pytest.fixture
def target() -> Iterator[str]:
    """The address of a MariaDB over TCP that asks for a password."""
    port = free_port()
    server = private_server("mariadb", port)
    try:
        server.start({})
        session = server.connect()
        session.execute(f"CREATE USER 'lab'@'127.0.0.1' IDENTIFIED BY '{PASSWORD}'")
        session.execute("GRANT ALL ON *.* TO 'lab'@'127.0.0.1'")
        session.close()
        yield f"mysql://lab@127.0.0.1:{port}/sbtest"
    finally:
        server.destroy()


def test_smoke_on_a_target_with_a_password(project: LabProject, target: str) -> None:
    done = project.smoke("--target", target, DDLBENCH_PASSWORD=PASSWORD)
    assert done.returncode == 0, done.stderr
    [run] = project.runs()
    assert_whole(project, run, "mariadb")
    assert PASSWORD not in done.stdout + done.stderr
    assert [path for path in run.rglob("*") if path.is_file() and PASSWORD.encode() in path.read_bytes()] == []


def test_a_wrong_password_is_named(project: LabProject, target: str) -> None:
    done = project.smoke("--target", target, DDLBENCH_PASSWORD="wrong")
    assert done.returncode == 1
    assert "Access denied" in done.stderr
    assert project.runs() == project.states() == []


def test_tables_of_a_target_are_never_replaced(project: LabProject, target: str) -> None:
    with session_on(target) as session:
        session.execute("CREATE TABLE sbtest1 (mine INTEGER)")
        done = project.smoke("--target", target, "--force", DDLBENCH_PASSWORD=PASSWORD)
        assert done.returncode == 1
        assert "has tables that the lab would replace: sbtest1" in done.stderr
        assert [name for name, *_ in session.query("SHOW COLUMNS FROM sbtest1")] == ["mine"]
    assert project.runs() == project.states() == []


@pytest.mark.slow
def test_an_interrupted_own_ddl_leaves_nothing(project: LabProject, target: str) -> None:
    with session_on(target) as session:
        session.execute("CREATE TABLE orders (id INTEGER PRIMARY KEY, day DATE)")
        ddl = ["--ddl", "ALTER TABLE orders ADD INDEX (day)", "--script", "oltp_read_only", "--force"]
        process = project.start("own", "--target", target, "--table", "orders", *ddl, DDLBENCH_PASSWORD=PASSWORD)
        wait_for(lambda: (project.folder / "ddlbench-report" / "sysbench.log").exists())
        stopped = interrupt(process, signal.SIGINT)
        assert stopped.returncode == 1
        assert "interrupted; orders_ddlbench_clone is dropped" in stopped.stderr
        assert [name for (name,) in session.query("SHOW TABLES")] == ["orders"]
    assert not (project.folder / "ddlbench-report").exists()
    project.assert_nothing_left(process.pid)


OWN_LOAD = """
local connection = sysbench.sql.driver():connect()
function event() connection:query("SELECT count(*) FROM " .. os.getenv("DDLBENCH_TABLE")) end
"""


@pytest.mark.slow
@pytest.mark.parametrize("script", [None, "oltp_read_only", "mine.lua"])
def test_an_own_table_is_cloned_and_left_alone(project: LabProject, target: str, script: str | None) -> None:
    (project.folder / "mine.lua").write_text(OWN_LOAD)
    with session_on(target) as session:
        session.execute("CREATE TABLE orders (id INTEGER PRIMARY KEY, day DATE)")
        session.execute("INSERT INTO orders SELECT seq, '2026-01-01' FROM seq_1_to_1000")
        ddl = "ALTER TABLE orders ADD INDEX by_day (day)"
        where = ["own", "--target", target, "--table", "orders", "--ddl", ddl, "--force"]
        done = project.lab(*where, *(["--script", script] if script else []), DDLBENCH_PASSWORD=PASSWORD)
        assert done.returncode == 0, done.stderr
        assert ("transactions/s before" in done.stdout) == (script is not None)
        assert [name for (name,) in session.query("SHOW TABLES")] == ["orders"]
        assert session.query("SHOW INDEX FROM orders WHERE key_name = 'by_day'") == []
    report = json.loads((project.folder / "ddlbench-report" / "report.json").read_text())
    assert report["outcome"] == "completed"
    assert report["ddl_duration_s"] > 0
    assert project.runs() == []


def session_on(target: str) -> closing[MysqlConnection]:
    """A session on a target."""
    port = int(target.rpartition(":")[2].partition("/")[0])
    return closing(
        MysqlConnection(target, host="127.0.0.1", port=port, user="lab", password=PASSWORD, database="sbtest")
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["run", "smok", "--yes"], "did you mean `smoke`?"),
        (["run", "smoke", "--yes", "--engine", "mariabd"], "did you mean `mariadb`?"),
        (["run", "fast-ddl", "--yes", "--engine", "postgresql"], "is not for the engine `postgresql`"),
        (["run", "smoke", "--yes", "--engine", "mariadb@10.7"], "or `mariadb@10.11`"),
        (["run", "smoke", "--yes", "--set", "load_levle=3"], "did you mean `load_level`?"),
        (["run", "smoke", "--yes", "--set", "load_level=high"], "is not a list of the type integer"),
        (["run", "smoke", "--yes", "--preset", "tiny"], "has no preset `tiny`"),
        (["run", "fast-ddl", "--yes", "--preset", "smal"], "did you mean `small`?"),
        (["run", "smoke", "--yes", "--label", "A B"], "--label"),
        (["run", "smoke", "--yes", "--target", "mysql://me:secret@host/db"], "holds a password"),
        (["own", "--target", "mysql://me@h/db", "--table", "t", "--ddl", "DROP TABLE u"], "does not name the table t"),
        (["resume"], "there is nothing to resume"),
        (["rerun", "20260101-nothing"], "is no run"),
    ],
)
def test_what_cannot_be_done_is_said(project: LabProject, arguments: list[str], message: str) -> None:
    done = project.lab(*arguments)
    assert done.returncode == 1, done.stderr
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert project.runs() == project.states() == []


def test_a_setting_that_the_server_refuses_is_named(project: LabProject) -> None:
    path = project.folder / "data" / "experiments" / "smoke.toml"
    path.write_text(path.read_text() + "\n[[rule]]\nsettings = { innodb_sort_bufer_size = 1 }\n")
    done = project.smoke("--engine", "mariadb")
    assert done.returncode == 1
    assert "innodb_sort_bufer_size" in done.stderr
    assert project.runs() == project.states() == []


def in_trial(project: LabProject, number: int, event: str) -> bool:
    """Whether a trial's timeline has an event."""
    return any(
        f'"{event}"' in path.read_text()
        for path in project.state.glob(f"ddlbench/lab/*/trials/{number:03}/timeline.jsonl")
    )


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_experiment_is_resumed(project: LabProject, number: signal.Signals) -> None:
    process = project.start("run", "smoke", "--yes", "--contributor", "A tester")
    wait_for(lambda: in_trial(project, 2, "baseline_started"))
    stopped = interrupt(process, number)
    project.assert_nothing_left(process.pid)
    assert stopped.returncode == 1
    [state] = project.states()
    assert f"ddlbench lab resume {state.name}" in stopped.stderr
    assert "1 of 2 trials are kept" in stopped.stderr
    assert project.runs() == []
    first = (state / "trials" / "001" / "sysbench.log").read_bytes()
    resumed = project.lab("resume", state.name)
    assert resumed.returncode == 0, resumed.stderr
    [run] = project.runs()
    assert_whole(project, run, "mariadb")
    assert (run / "trials" / "001" / "sysbench.log").read_bytes() == first
    assert project.states() == []


@pytest.mark.slow
def test_what_a_killed_lab_leaves_is_removed_by_the_next(project: LabProject) -> None:
    process = project.start("run", "smoke", "--yes", "--contributor", "A tester")
    wait_for(lambda: in_trial(project, 1, "baseline_started"))
    server = descendant(process.pid, "mariadbd")
    assert server is not None
    interrupt(process, signal.SIGKILL)
    assert project.runs() == []
    resumed = project.lab("resume")
    assert resumed.returncode == 0, resumed.stderr
    assert "removed what an ended lab had left" in resumed.stderr
    assert not Path(f"/proc/{server}").exists()
    project.assert_nothing_left(process.pid)
    assert_whole(project, project.runs()[0], "mariadb")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "reason"), [("mariadbd", "the server ended"), ("sysbench", "was killed by signal 9")]
)
def test_a_trial_whose_program_is_killed_is_a_row_with_a_reason(project: LabProject, program: str, reason: str) -> None:
    process = project.start("run", "smoke", "--yes", "--contributor", "A tester")
    wait_for(lambda: in_trial(project, 2, "baseline_started"))
    victim = descendant(process.pid, program)
    assert victim is not None
    os.kill(victim, signal.SIGKILL)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    project.assert_nothing_left(process.pid)
    [run] = project.runs()
    failed = tomllib.loads((run / "trials" / "002" / "trial.toml").read_text())
    assert failed["outcome"] == "failed"
    assert reason in failed["reason"]
    assert tomllib.loads((run / "trials" / "001" / "trial.toml").read_text())["outcome"] == "completed"
    assert project.check().returncode == 0


@pytest.mark.slow
@ROOT_ONLY
def test_a_full_disk_is_named_and_nothing_half_is_left(project: LabProject) -> None:
    with small_disk(project.state, "64k"):
        done = project.smoke()
        assert done.returncode == 1
        assert "space" in done.stderr.lower()
        assert "Traceback" not in done.stderr
        assert project.runs() == []
        assert children(os.getpid()) == []


@pytest.mark.slow
def test_a_run_is_repeated_and_compared(project: LabProject) -> None:
    assert project.smoke("--repeats", "2").returncode == 0
    [old] = project.runs()
    done = project.lab("rerun", old.name, "--yes", "--contributor", "A tester")
    assert done.returncode == 0, done.stderr
    assert re.search(r"^(replicated|not replicated)$", done.stdout, re.MULTILINE), done.stdout
    new = next(run for run in project.runs() if run != old)
    described = tomllib.loads((new / "run.toml").read_text())
    assert described["replicates"] == "/".join(old.parts[-3:])
    assert len(list((new / "trials").iterdir())) == len(list((old / "trials").iterdir())) == 4


@pytest.mark.slow
def test_the_matrix_is_found_by_executing(project: LabProject) -> None:
    done = project.lab(
        "run", "what-is-allowed", "--set", "operation=add_index", "--repeats", "1", "--yes", "--contributor", "A tester"
    )
    assert done.returncode == 0, done.stderr
    [run] = project.runs()
    rows = [json.loads(line) for line in (run / "trials" / "001" / "matrix.jsonl").read_text().splitlines()]
    found = {(row["algorithm"], row["lock_mode"]): row for row in rows}
    assert len(found) == len(rows) == 20
    assert found["INSTANT", "NONE"]["outcome"] == "refused"
    assert found["INSTANT", "NONE"]["error_code"] in {"1845", "1846"}
    assert found["INPLACE", "NONE"]["outcome"] != "refused"
    assert found["INPLACE", "NONE"]["write_blocked_s"] < found["COPY", "SHARED"]["write_blocked_s"]


def test_servers_of_tests_are_gone() -> None:
    """The fixture of the target cleans up as well."""
    assert list((cache_folder() / "servers").glob(f"{os.getpid()}-*")) == []
