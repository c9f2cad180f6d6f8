"""What `ddlbench check` asks of a contribution beyond being readable, and what `--fix` repairs."""

from __future__ import annotations

import random
import shutil
from importlib import import_module
from pathlib import Path

import pytest
from ddlbench import accept
from ddlbench.build import Loaded
from support import CASES, DATA, Here, record_hashes, tree_bytes

NAME = "runs/mysql/laptop/20260301-add-index"
RUN = f"data/{NAME}"
LOG = "trials/001/sysbench.log"


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def test_the_data_of_this_project_is_accepted(real: Loaded, here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("ddlbench.commands.check"), "load", lambda data, database: real)
    done = here(DATA.parent, "check")
    assert done.returncode == 0, done.stderr


def test_a_private_address_is_a_note_for_who_named_the_run(project: Path, here: Here) -> None:
    log = project / RUN / LOG
    log.write_text("$ mysql -h 10.1.2.3\n" + log.read_text("utf-8"), "utf-8")
    record_hashes(project)
    done = here(project, "check", RUN)
    note = f"note: {NAME}/{LOG}: holds 1 private addresses; they are allowed\n"
    assert (done.returncode, done.stdout, done.stderr) == (0, "all is well\n", note)
    done = here(project, "check")
    assert (done.returncode, done.stdout, done.stderr) == (0, "all is well\n", "")


def test_an_edited_log(project: Path, here: Here) -> None:
    replace(project / RUN / LOG, "1423.59", "9423.59")
    done = here(project, "check", RUN)
    assert done.returncode == 1
    wanted = f"error: {NAME}/{LOG}: is not the file whose hash is in SHA256SUMS\nhint: logs are never edited"
    assert wanted in done.stderr


def test_hashes_that_are_missing_left_over_or_wrong(project: Path, here: Here) -> None:
    shutil.copy(CASES / "sysbench/sysbench-1.0.20-rate.log", project / RUN / "trials/001/more.log")
    sums = project / RUN / "SHA256SUMS"
    sums.write_text(sums.read_text("utf-8") + "0" * 64 + "  trials/009/gone.log\nnonsense\n", "utf-8")
    done = here(project, "check", RUN)
    assert f"error: {NAME}/trials/001/more.log: has no line in SHA256SUMS" in done.stderr
    assert f"error: {NAME}/SHA256SUMS: names `trials/009/gone.log`, which is not there" in done.stderr
    assert f"error: {NAME}/SHA256SUMS:3: is no line of sha256sum" in done.stderr
    sums.unlink()
    done = here(project, "check", RUN)
    assert f"error: {NAME}/SHA256SUMS: is missing\nhint: `ddlbench check --fix` writes it" in done.stderr


def test_a_run_stays_within_its_budget(project: Path, here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accept, "RUN_BYTES", 2000)
    monkeypatch.setattr(accept, "FILE_BYTES", 1500)
    done = here(project, "check", RUN)
    assert f"error: {NAME}/{LOG}: has 0.0 MiB; a file may have" in done.stderr
    assert f"error: {NAME}: has 0.0 MiB; a run may have 0.0 MiB (largest: {LOG})\nhint: pack the logs" in done.stderr


def test_packed_logs_count_as_they_lie_there(project: Path) -> None:
    noise = random.Random(1).randbytes(20_000)
    (project / RUN / "trials/001/noise.log.zst").write_bytes(noise)
    assert list(accept.size_problems(project / RUN, NAME)) == []


def test_an_engine_whose_terms_forbid_publication(project: Path, here: Here) -> None:
    engine = project / "data/engines/mysql.toml"
    engine.write_text(
        engine.read_text("utf-8")
        + 'publication = "forbidden"\npublication_note = { en = "No.", zh-cn = "不可。", ko = "금지." }\n',
        "utf-8",
    )
    done = here(project, "check", RUN)
    assert done.returncode == 1
    assert (
        f"error: {NAME}: the terms of MySQL forbid to publish measurements: No.\nhint: `ddlbench report`" in done.stderr
    )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('licence = "CC-BY-4.0"', 'licence = "CC-BY-NC-4.0"', "`CC-BY-NC-4.0` is no licence that lets us publish"),
        ('affiliation = "none"\n', "", "the key `affiliation` is missing"),
        ('tuning = "default"\n', "", "the key `tuning` is missing"),
        ('durability = "full"', 'durability = "fast"', "Input should be 'full', 'relaxed' or 'off'"),
        ('tuning = "default"', 'tuning = "tuned"', "a tuned run needs `tuned`"),
        ("data_mib = 230", "data_mib = inf", "finite number"),
        ('contributor = "A tester"', 'contributor = "A \\u202e tester"', "holds a character that readers do not see"),
        ('contributor = "A tester"', 'contributor = "A \u200b tester"', "holds a character that readers do not see"),
        ('contributor = "A tester"', 'contributor = "A \\u0007 tester"', "holds a character that readers do not see"),
    ],
)
def test_labels_of_a_run(old: str, new: str, message: str, project: Path, here: Here) -> None:
    replace(project / RUN / "run.toml", old, new)
    done = here(project, "check", RUN)
    assert done.returncode == 1
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_check_speaks_of_the_runs_it_was_asked_about(project: Path, here: Here) -> None:
    other = project / "data/runs/mysql/laptop/20260401-other"
    shutil.copytree(project / RUN, other)
    replace(other / LOG, "1423.59", "9423.59")
    assert here(project, "check", RUN).returncode == 0
    assert here(project, "check", str(other / "trials")).returncode == 1
    assert here(project, "check").returncode == 1


@pytest.mark.parametrize(
    ("change", "done"),
    [
        (lambda raw: raw.replace(b"\n", b"\r\n"), "line ends repaired"),
        (lambda raw: b"\xef\xbb\xbf" + raw, "encoding repaired"),
        (lambda raw: raw.decode().replace("\n", "\r\n").encode("utf-16"), "encoding and line ends repaired"),
    ],
)
def test_texts_are_repaired(change, done: str, project: Path, here: Here) -> None:  # noqa: ANN001
    path = project / RUN / "run.toml"
    original = path.read_bytes()
    path.write_bytes(change(original))
    finished = here(project, "check", "--fix", RUN)
    assert (finished.returncode, finished.stdout) == (0, f"{RUN}/run.toml: {done}\nall is well\n")
    assert path.read_bytes() == original


def test_hashes_are_sorted_and_added(project: Path, here: Here) -> None:
    for name in ("b.log", "a.log"):
        shutil.copy(CASES / "sysbench/sysbench-1.0.20-rate.log", project / RUN / "trials/001" / name)
    record_hashes(project)
    sums = project / RUN / "SHA256SUMS"
    wanted = sums.read_text("utf-8")
    sums.write_text("".join(reversed(wanted.splitlines(keepends=True))), "utf-8")
    assert "is not sorted" in here(project, "check", RUN).stderr
    assert here(project, "check", "--fix", RUN).stdout == f"{RUN}/SHA256SUMS: sorted\nall is well\n"
    sums.write_text(wanted.splitlines(keepends=True)[0], "utf-8")
    assert here(project, "check", "--fix").stdout.splitlines()[0] == f"{RUN}/SHA256SUMS: 2 hashes added"
    assert sums.read_text("utf-8") == wanted


def test_a_repair_touches_no_log_and_no_recorded_hash(project: Path, here: Here) -> None:
    log = project / RUN / LOG
    log.write_bytes(b"\xef\xbb\xbf" + log.read_bytes().replace(b"\n", b"\r\n"))
    before = tree_bytes(project)
    done = here(project, "check", "--fix")
    assert done.returncode == 1
    assert "is not the file whose hash is in SHA256SUMS" in done.stderr
    assert tree_bytes(project) == before
