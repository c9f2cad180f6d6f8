"""`ddlbench new`: a run folder around logs that exist, from what they, their names and the contributor say."""

from __future__ import annotations

import gzip
import hashlib
import os
import pty
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from ddlbench.contribute.assign import read_name
from ddlbench.contribute.survey import day_of, survey
from ddlbench.keys import explanations
from ddlbench.models import Factor, Machine, Regime, Run, RunTrial, Withdrawal
from pydantic import BaseModel
from support import CASES, DATA, TESTS, Here, tree_bytes

SYSBENCH = CASES / "sysbench/sysbench-1.0.20-oltp_read_write-mariadb10.11-checkpoints-histogram.log"
RATE = CASES / "sysbench/sysbench-1.0.20-rate.log"
CLIENT = CASES / "mysql_client/mariadb-client-10.11-alter.log"

LABELS = {
    "date": "20260302",
    "engine_version": "8.0.36",
    "contributor": "A. Person",
    "affiliation": "none",
    "tuning": "default",
    "regime.data_mib": "230",
    "regime.durability": "full",
}
MACHINE = {"machine.cpu": "8-core server", "machine.cores": "8", "machine.memory_gib": "16", "machine.storage": "SSD"}
PLACE = ("--engine", "mysql", "--machine", "laptop")
RUN = Path("data/runs/mysql/laptop/20260302-add-index")


def flags(**values: str) -> list[str]:
    return [part for key, value in {**LABELS, **values}.items() for part in ("--set", f"{key}={value}")]


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    folder = tmp_path / "logs"
    folder.mkdir()
    shutil.copy(SYSBENCH, folder / "sysbench.log")
    shutil.copy(CLIENT, folder / "client.log")
    return folder


def test_two_logs_become_a_run_that_the_check_accepts(project: Path, logs: Path, here: Here) -> None:
    done = here(project, "new", *PLACE, *flags(ddl_starts_at_s="20"), str(logs))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == f"next: ddlbench check {RUN}"
    run = tomllib.loads((project / RUN / "run.toml").read_text("utf-8"))
    assert (run["engine_version"], run["origin"], run["tools"]) == ("8.0.36", "logs", {"sysbench": "1.0.20"})
    trial = tomllib.loads((project / RUN / "trials/001/trial.toml").read_text("utf-8"))
    assert trial == {"repeat": 1, "outcome": "completed", "ddl_starts_at_s": 20.0, "factors": {"threads": 4}}
    done = here(project, "check", str(RUN))
    assert (done.returncode, done.stdout, done.stderr) == (0, "all is well\n", "")


def test_logs_are_copied_byte_for_byte_with_their_hashes(project: Path, logs: Path, here: Here) -> None:
    (logs / "client.log").write_bytes(CLIENT.read_bytes().replace(b"\n", b"\r\n") + b"\xff\xfe\n")
    with gzip.open(logs / "sysbench.log.gz", "wb") as packed:
        packed.write((logs / "sysbench.log").read_bytes())
    (logs / "sysbench.log").unlink()
    before = tree_bytes(logs)
    here(project, "new", *PLACE, *flags(), str(logs))
    trial = project / RUN / "trials/001"
    assert {path.name: path.read_bytes() for path in trial.iterdir() if path.suffix != ".toml"} == before
    assert tree_bytes(logs) == before
    wanted = [f"{hashlib.sha256(content).hexdigest()}  trials/001/{name}" for name, content in sorted(before.items())]
    assert (project / RUN / "SHA256SUMS").read_text("utf-8").splitlines() == wanted


def test_every_written_key_is_explained(project: Path, logs: Path, here: Here) -> None:
    here(project, "new", "--engine", "mysql", "--machine", "db1", *flags(**MACHINE), str(logs))
    files = [*(project / "data/runs/mysql/db1").rglob("*.toml"), project / "data/machines/db1.toml"]
    assert len(files) == 3
    for path in files:
        lines = path.read_text("utf-8").splitlines()
        assert lines[0].startswith("#:schema ../")
        assert (path.parent / lines[0].removeprefix("#:schema ")).resolve().parent == (
            project / "build/downloads/schemas"
        )
        top = [number for number, line in enumerate(lines) if " = " in line and not line.startswith("#")]
        uncommented = [lines[number] for number in top if not lines[number - 1].startswith("# ")]
        assert all(line.startswith(("type", "title", "sysbench", "threads")) for line in uncommented)


@pytest.mark.parametrize("model", [Run, Regime, RunTrial, Machine, Factor, Withdrawal], ids=lambda each: each.__name__)
def test_every_key_has_an_explanation(model: type[BaseModel]) -> None:
    assert set(explanations(model.__name__)) == set(model.model_fields)


def test_everything_that_is_missing_is_named_at_once(project: Path, logs: Path, here: Here) -> None:
    done = here(project, "new", str(logs))
    assert done.returncode == 1
    for key in (*LABELS, "engine", "machine", *MACHINE):
        assert f"error: {key}: is missing: " in done.stderr
        assert f"hint: give --set {key}=…\n" in done.stderr
    assert not (project / "data/runs/mysql/db1").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (flags(tuning="tnued"), "`tnued` is not possible\nhint: did you mean `tuned`?"),
        (flags(contributor="A\u202eB"), "contributor: holds a character that readers do not see"),
        (flags(tuning="tuned"), "error: tuned: is missing"),
        (flags(contributer="B"), "error: contributer: is not a key that can be set\nhint: did you mean `contributor`"),
        (flags(date="20260230"), "`20260230` is not a date"),
        (flags(label="../../x"), "`../../x` is not a name"),
        (flags(**{"regime.data_mib": "many"}), "`many` is not a number above 0"),
        (flags(**{"regime.data_mib": "nan"}), "`nan` is not a number above 0"),
        (flags(**{"regime.data_mib": "1e400"}), "`1e400` is not a number above 0"),
        (flags(ddl_starts_at_s="soon"), "`soon` is not a number of seconds"),
        (["--set", "no equals sign"], "is not KEY=VALUE"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_impossible_answers(arguments: list[str], message: str, project: Path, logs: Path, here: Here) -> None:
    before = tree_bytes(project)
    done = here(project, "new", *PLACE, *arguments, str(logs))
    assert done.returncode == 1
    assert message in done.stderr
    assert tree_bytes(project) == before


@pytest.mark.parametrize("name", ["../../../etc/passwd-x", "Laptop", "läptop", "a b", "-x", "lapt\u043er"])
def test_a_machine_name_cannot_leave_its_folder(name: str, project: Path, logs: Path, here: Here) -> None:
    before = tree_bytes(project)
    done = here(project, "new", "--engine", "mysql", f"--machine={name}", *flags(**MACHINE), str(logs))
    assert done.returncode == 1
    assert "is not a name" in done.stderr
    assert tree_bytes(project) == before


def test_an_existing_run_is_not_touched(project: Path, logs: Path, here: Here) -> None:
    assert here(project, "new", *PLACE, *flags(), str(logs)).returncode == 0
    before = tree_bytes(project)
    done = here(project, "new", *PLACE, *flags(contributor="Somebody else"), str(logs))
    assert done.returncode == 1
    assert "is already there" in done.stderr
    assert tree_bytes(project) == before


def test_a_file_that_no_format_knows(project: Path, logs: Path, here: Here) -> None:
    (logs / "notes.txt").write_text("Dear reader,\n")
    done = here(project, "new", *PLACE, *flags(), str(logs))
    assert done.returncode == 1
    assert "notes.txt: no format recognises this file" in done.stderr


def test_texts_survive_being_written(project: Path, logs: Path, here: Here) -> None:
    text = "a \"quoted\" \\ backslash {{ . }} #no comment ''' 甲"
    here(project, "new", *PLACE, *flags(contributor=text), str(logs))
    run = tomllib.loads((project / RUN / "run.toml").read_text("utf-8"))
    assert run["contributor"] == text


def test_a_person_is_asked_on_a_terminal(project: Path, logs: Path) -> None:
    answers = {**LABELS, "paid_by": "", "title": "an index"}
    order = ["date", "label", "engine_version", "contributor", "affiliation", "licence", "tuning"]
    order += ["regime.data_mib", "regime.durability", "title"]
    typed = "".join(answers.get(key, "") + "\n" for key in order)
    terminal, theirs = pty.openpty()
    os.write(terminal, typed.encode())
    done = subprocess.run(
        [sys.executable, "-m", "ddlbench", "new", *PLACE, logs],
        cwd=project,
        stdin=theirs,
        capture_output=True,
        check=False,
    )
    os.close(terminal)
    os.close(theirs)
    assert done.returncode == 0, done.stderr.decode()
    run = tomllib.loads((project / RUN / "run.toml").read_text("utf-8"))
    assert (run["contributor"], run["licence"]) == ("A. Person", "CC-BY-4.0")
    assert run["title"]["en"] == "an index: MySQL 8.0.36 on laptop"


SWEEP = [
    f"oltp_read_write-{algorithm}-sort{size}M-rep{repeat}.log"
    for algorithm in ("copy", "inplace")
    for size in (1, 2, 4, 8, 64)
    for repeat in range(1, 6)
]


@pytest.fixture
def sweep(tmp_path: Path) -> Path:
    """A folder of fifty logs."""
    folder = tmp_path / "sweep"
    folder.mkdir()
    log = (TESTS / "project/data/runs/mysql/laptop/20260301-add-index/trials/001/sysbench.log").read_bytes()
    for number, name in enumerate(SWEEP, start=1):
        (folder / name).write_bytes(log + b"\n" * number)  # No two runs give the same bytes.
    return folder


def test_a_sweep_gets_a_csv_from_its_file_names(project: Path, sweep: Path, tmp_path: Path, here: Here) -> None:
    mapped = tmp_path / "map.csv"
    arguments = ("new", *PLACE, *flags(label="sweep"), "--map", str(mapped), str(sweep))
    assert here(project, *arguments).returncode == 0
    lines = mapped.read_text("utf-8").splitlines()
    assert len(lines) == 51
    assert lines[0] == (
        "file,trial,repeat,block,outcome,reason,control,ddl_starts_at_s,threads,workload,algorithm,sort"
    )
    assert lines[1] == "oltp_read_write-copy-sort1M-rep1.log,1,1,,completed,,false,,2,oltp_read_write,copy,1M"
    assert not (project / "data/runs/mysql/laptop/20260302-sweep").exists()
    assert here(project, *arguments).returncode == 0
    run = project / "data/runs/mysql/laptop/20260302-sweep"
    repeats = [tomllib.loads(path.read_text("utf-8"))["repeat"] for path in sorted(run.glob("trials/*/trial.toml"))]
    assert repeats == [1, 2, 3, 4, 5] * 10
    assert here(project, "check", str(run)).returncode == 0


def test_an_experiment_gives_the_trials(project: Path, logs: Path, tmp_path: Path, here: Here) -> None:
    shutil.copytree(DATA / "experiments", project / "data/experiments")
    mapped = tmp_path / "map.csv"
    given = ("--experiment", "smoke", "--engine", "mysql", "--map", str(mapped))
    assert here(project, "new", *given).returncode == 0
    header, *rows = mapped.read_text("utf-8").splitlines()
    assert header.startswith("file,trial,repeat,block,outcome,reason,control,ddl_starts_at_s,")
    assert {row.split(",")[6] for row in rows} == {"true", "false"}
    name = next(row for row in rows if row.split(",")[6] == "false")
    filled = [f"{log}{name}" for log in ("sysbench.log", "client.log")]
    mapped.write_text("\n".join([header, *filled]) + "\n", "utf-8")
    done = here(project, "new", *given, "--machine", "laptop", *flags(), str(logs))
    assert done.returncode == 0, done.stderr
    assert tomllib.loads((project / RUN / "run.toml").read_text("utf-8"))["experiment"] == "smoke"
    assert here(project, "check", str(RUN)).returncode == 0
    assert here(project, "new", "--experiment", "smoek", "--engine", "mysql", "--map", "x.csv").returncode == 1
    assert here(project, "new").returncode == 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("trial", "tiral"), "the column `trial` is missing\nhint: did you mean `tiral`?"),
        (("rep1.log,1,", "rep1.log,one,"), "`trial` is not a number"),
        (("oltp_read_write-copy-sort1M-rep1.log", "other.log"), "`other.log` is none of the logs"),
        ((",copy,1M\n", ",copy\n"), "has more or fewer cells than the first line"),
    ],
)
def test_a_csv_that_does_not_fit(
    change: tuple[str, str], message: str, project: Path, sweep: Path, tmp_path: Path, here: Here
) -> None:
    mapped = tmp_path / "map.csv"
    arguments = ("new", *PLACE, *flags(), "--map", str(mapped), str(sweep))
    here(project, *arguments)
    mapped.write_text(mapped.read_text("utf-8").replace(*change, 1), "utf-8")
    done = here(project, *arguments)
    assert done.returncode == 1
    assert message in done.stderr


@pytest.mark.parametrize(
    ("name", "factors", "repeat"),
    [
        ("sysbench.log", {}, None),
        ("sysbench-t16-r2.log", {"threads": "16"}, 2),
        ("threads_16/run_3/sysbench.log.gz", {"threads": "16"}, 3),
        (
            "oltp_read_write_64thr_inplace.txt",
            {"workload": "oltp_read_write", "threads": "64", "algorithm": "inplace"},
            None,
        ),
        ("innodb_sort_buffer_size=64M.2.log", {"innodb_sort_buffer_size": "64M"}, 2),
        ("plan2-rows1000000.log", {"plan": "2", "table_rows": "1000000"}, None),
        ("20260301-maintenance_work_mem=1GB-1.log", {"maintenance_work_mem": "1GB"}, 1),
        ("load80.csv", {"load_level": "80"}, None),
    ],
)
def test_what_a_file_name_says(name: str, factors: dict[str, str], repeat: int | None) -> None:
    named = read_name(name)
    assert (named.factors, named.repeat) == (factors, repeat)


def test_logs_of_one_trial_stay_together(tmp_path: Path, project: Path, here: Here) -> None:
    for size in (1, 64):
        folder = tmp_path / "logs" / f"innodb_sort_buffer_size={size}"
        folder.mkdir(parents=True)
        shutil.copy(SYSBENCH, folder / "sysbench.log")
        shutil.copy(CLIENT, folder / "client.log")
    done = here(project, "new", *PLACE, *flags(), str(tmp_path / "logs"))
    assert done.returncode == 0, done.stderr
    trials = sorted((project / RUN / "trials").glob("*/trial.toml"))
    sizes = [tomllib.loads(path.read_text("utf-8"))["factors"]["innodb_sort_buffer_size"] for path in trials]
    assert sizes == [1, 64]


def test_a_name_that_contradicts_its_log_is_told(tmp_path: Path, project: Path, here: Here) -> None:
    shutil.copy(RATE, tmp_path / "sysbench-t16.log")
    done = here(project, "new", *PLACE, *flags(), str(tmp_path / "sysbench-t16.log"))
    assert done.returncode == 0
    assert "warning: sysbench-t16.log: the name says `threads` is 16, the log says 2; the log counts" in done.stderr


@pytest.mark.parametrize(
    ("case", "engine", "version"),
    [
        ("mysql_client/mariadb-client-10.11-interactive.log", "mariadb", "10.11.19"),
        ("psql/psql-15-interactive.log", "postgresql", "15.18"),
    ],
)
def test_versions_are_read_from_logs(case: str, engine: str | None, version: str | None) -> None:
    [facts], unread, _ = survey([CASES / case])
    assert unread == []
    assert (facts.engine, facts.engine_version) == (engine, version)


def test_days() -> None:
    assert str(day_of("x 2026-03-01T10:00:00Z 2026-04-01")) == "2026-03-01"
    assert str(day_of("logs/20260302/sysbench.log")) == "2026-03-02"
    assert day_of("20260231 1234567890 2026-3-1") is None
