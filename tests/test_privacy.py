"""What must not be published: all of it found, none of it printed, hardly anything else taken for it; redaction."""

from __future__ import annotations

import gzip
import json
import lzma
import shutil
import tomllib
from math import ceil
from pathlib import Path

import duckdb
import pytest
import zstandard
from ddlbench.database import connect
from ddlbench.parse.read import clean, read_content
from ddlbench.privacy.find import Finding, exact, find, masked, privacy_problems
from ddlbench.privacy.kinds import KINDS
from ddlbench.privacy.redact import Redactor
from planted import HARMLESS, PLANTED, Planted
from support import DATA, Here, cases, record_hashes, tree_bytes

RUN = "data/runs/mysql/laptop/20260301-add-index"
IN_CASES = ("geheim", "pw", "a b", "top secret", "pw1")
"""Passwords that stand in golden logs on purpose: their formats must not let them through."""


@pytest.fixture(scope="module")
def connection() -> duckdb.DuckDBPyConnection:
    return connect()


def refused(connection: duckdb.DuckDBPyConnection, text: str) -> list[Finding]:
    return [each for each in find(connection, text) if not each.kind.allowed]


def test_there_are_enough_of_every_kind() -> None:
    assert len(PLANTED) >= 40
    assert {each.kind for each in PLANTED} == {kind.name for kind in KINDS if not kind.allowed}


@pytest.mark.parametrize("planted", PLANTED, ids=lambda each: f"{each.kind}-{PLANTED.index(each)}")
def test_a_planted_secret_is_found_and_never_printed(connection: duckdb.DuckDBPyConnection, planted: Planted) -> None:
    found = refused(connection, planted.line)
    assert planted.kind in {each.kind.name for each in found}
    assert planted.secret in planted.line
    assert planted.secret not in masked(planted.line, found)
    problems = privacy_problems(connection, "a.log", planted.line)
    assert "error" in {each.severity for each in problems}
    assert planted.secret not in "".join(map(str, problems))


def test_all_of_them_in_one_log_among_others(connection: duckdb.DuckDBPyConnection) -> None:
    text = "\n".join(line for planted in PLANTED for line in (planted.line, HARMLESS[0]))
    lines = {each.line for each in refused(connection, text)}
    assert {2 * number + 1 for number in range(len(PLANTED))} - lines == set()


@pytest.mark.parametrize("line", HARMLESS)
def test_ordinary_lines_are_left_alone(connection: duckdb.DuckDBPyConnection, line: str) -> None:
    assert [line[each.start : each.end] for each in refused(connection, line)] == []


@pytest.mark.parametrize("logs", [cases(), sorted(DATA.rglob("*.log"))], ids=["golden logs", "logs of the data"])
def test_hardly_any_line_is_a_false_alarm(logs: list[Path], connection: duckdb.DuckDBPyConnection) -> None:
    lines = 0
    false = []
    for path in logs:
        text = clean(read_content(path.read_bytes(), path.name))
        split = text.split("\n")
        lines += sum(bool(line.strip()) for line in split)
        alarms = [(each, split[each.line - 1]) for each in refused(connection, text)]
        false += [line for each, line in alarms if line[each.start : each.end] not in IN_CASES]
    assert lines > 5000
    assert len(false) < 0.01 * lines, false


def test_the_planted_lines_pass_the_trigger_one_by_one(connection: duckdb.DuckDBPyConnection) -> None:
    """The quick expression must let through every line that the exact ones take."""
    for path in cases():
        text = clean(read_content(path.read_bytes(), path.name))
        quick = set(find(connection, text))
        slow = {each for number, line in enumerate(text.split("\n"), start=1) for each in exact(line, number)}
        assert slow <= quick, path


def test_all_of_them_in_descriptions(project: Path, here: Here) -> None:
    """Comments of TOML files, some in each, since a file has at most twenty lines shown."""
    run = project / RUN
    for number in range(2, 2 + ceil(len(PLANTED) / 20)):
        shutil.copytree(run / "trials/001", run / f"trials/{number:03}")
        lines = [f"# {each.line}\n" for each in PLANTED[20 * (number - 2) : 20 * (number - 1)]]
        toml = run / f"trials/{number:03}/trial.toml"
        toml.write_text("".join(lines) + toml.read_text("utf-8"), "utf-8")
    done = here(project, "check", RUN)
    name = RUN.removeprefix("data/")
    for number, planted in enumerate(PLANTED):
        place = f"error: {name}/trials/{2 + number // 20:03}/trial.toml:{1 + number % 20}: "
        assert place in done.stderr, planted.line
    printed = done.stdout + done.stderr
    assert [planted.line for planted in PLANTED if planted.secret in printed] == []


def test_a_private_key_is_taken_with_all_its_lines(connection: duckdb.DuckDBPyConnection) -> None:
    begin, end = ("-----" + word + " EC PRIVATE" + " KEY-----" for word in ("BEGIN", "END"))
    text = f"before\n{begin}\nMHcCAQEEIB\nabc\n{end}\nafter"
    assert sorted({each.line for each in refused(connection, text)}) == [2, 3, 4, 5]


def test_a_private_address_is_allowed_with_a_note(connection: duckdb.DuckDBPyConnection) -> None:
    [problem] = privacy_problems(connection, "a.log", "connect 10.1.2.3\nconnect 192.168.0.7 and 172.20.1.1")
    assert str(problem) == "note: a.log: holds 3 private addresses; they are allowed"


def test_a_check_refuses_logs_and_descriptions(project: Path, here: Here) -> None:
    log = project / RUN / "trials/001/sysbench.log"
    command = "+ sysbench oltp_read_write --mysql-password=hunter22 run\n"
    log.write_text(command + log.read_text("utf-8"), "utf-8")
    toml = project / RUN / "run.toml"
    toml.write_text(toml.read_text("utf-8").replace("A tester", "tester@firma.de"), "utf-8")
    record_hashes(project)
    done = here(project, "check", RUN)
    assert done.returncode == 1
    name = RUN.removeprefix("data/")
    assert f"error: {name}/trials/001/sysbench.log:1: a password must not be published\n" in done.stderr
    assert "  | + sysbench oltp_read_write --mysql-password=*** run\n" in done.stderr
    assert f"error: {name}/run.toml:2: an e-mail address must not be published\n" in done.stderr
    assert "hunter22" not in done.stdout + done.stderr
    assert "firma.de" not in done.stdout + done.stderr


@pytest.mark.parametrize(
    "hidden",
    [
        b"+ mysql --password=\x1b[1mhunter22\x1b[0m\n",
        b"+ mysql --password=hunter22\r[ 1s ] thds: 1\n",
        b"+ mysql --password=hunterX\x0822\n",
        "+ mysql --password=hunter22\n".encode("utf-16"),
        b"\xff\xfe+ mysql --password=hunter22 \xff\n",
    ],
    ids=["coloured", "overwritten", "erased", "utf-16", "not utf-8"],
)
def test_a_hidden_secret_is_found_and_redacted(hidden: bytes, connection: duckdb.DuckDBPyConnection) -> None:
    redacted = Redactor(connection).redact(hidden, "a.log")
    for content in (redacted, redacted.replace(b"\0", b"")):
        assert b"hunter" not in content
    assert not refused(connection, clean(redacted))


def test_redacted_copies_and_their_record(tmp_path: Path, here: Here) -> None:
    logs = tmp_path / "logs"
    logs.mkdir()
    lines = [planted.line for planted in PLANTED]
    (logs / "all.log").write_bytes("\r\n".join(lines).encode() + b"\r\n\xff\xfe raw bytes stay\n")
    (logs / "plain.log").write_text("\n".join(HARMLESS) + "\n", "utf-8")
    before = tree_bytes(logs)
    done = here(tmp_path, "redact", "logs", "--out", "clean")
    assert (done.returncode, done.stderr) == (0, "")
    copies = tree_bytes(tmp_path / "clean")
    assert tree_bytes(logs) == before
    assert copies["plain.log"] == before["plain.log"]
    assert b"\xff\xfe raw bytes stay\n" in copies["all.log"]
    assert copies["all.log"].count(b"\r\n") == before["all.log"].count(b"\r\n")
    record = json.loads(copies["redactions.json"])
    assert set(record) == {kind.name for kind in KINDS if not kind.allowed}
    everything = done.stdout.encode() + b"".join(copies.values())
    assert [each.secret for each in PLANTED if each.secret.encode() in everything] == []
    assert here(tmp_path, "redact", "logs", "--out", "clean").returncode == 1


def test_redaction_is_found_clean(tmp_path: Path, connection: duckdb.DuckDBPyConnection) -> None:
    text = "\n".join(planted.line for planted in PLANTED)
    redacted = Redactor(connection).redact(text.encode(), "a.log").decode()
    assert [redacted.split("\n")[each.line - 1] for each in refused(connection, redacted)] == []
    assert Redactor(connection).redact(redacted.encode(), "a.log") == redacted.encode()


def test_one_host_stays_one_host(connection: duckdb.DuckDBPyConnection) -> None:
    text = b"8.8.4.4 then 8.8.8.8 then 8.8.4.4, a.corp and b.corp and a.corp"
    redactor = Redactor(connection)
    wanted = b"192.0.2.1 then 192.0.2.2 then 192.0.2.1, "
    wanted += b"host-1.redacted.invalid and host-2.redacted.invalid and host-1.redacted.invalid"
    assert redactor.redact(text, "a.log") == wanted
    assert redactor.counts == {"addresses": 3, "hosts": 3}


@pytest.mark.parametrize("pack", [lambda raw: gzip.compress(raw), lzma.compress, zstandard.compress])
def test_packed_logs_are_redacted_and_packed_again(pack, connection: duckdb.DuckDBPyConnection) -> None:  # noqa: ANN001
    packed = Redactor(connection).redact(pack(b"--password=hunter22 x\n"), "a.log")
    assert packed[:2] == pack(b"")[:2]
    assert read_content(packed, "a.log") == b"--password=*** x\n"


def test_a_run_records_what_was_redacted(tmp_path: Path, project: Path, here: Here) -> None:
    logs = tmp_path / "logs"
    logs.mkdir()
    log = (project / RUN / "trials/001/sysbench.log").read_text("utf-8") + "\n"
    (logs / "sysbench.log").write_text("+ sysbench oltp_read_write --mysql-password=hunter22 run\n" + log, "utf-8")
    labels = {"date": "20260302", "engine_version": "8.0.36", "contributor": "A", "affiliation": "none"}
    labels |= {"tuning": "default", "regime.data_mib": "2", "regime.durability": "full", "label": "load"}
    flags = [part for key, value in labels.items() for part in ("--set", f"{key}={value}")]
    arguments = ("new", "--engine", "mysql", "--machine", "laptop", *flags)
    done = here(project, *arguments, str(logs))
    assert done.returncode == 1
    assert "a password must not be published" in done.stderr
    assert "hunter22" not in done.stderr
    here(tmp_path, "redact", "logs", "--out", "clean")
    assert here(project, *arguments, str(tmp_path / "clean")).returncode == 0
    run = project / "data/runs/mysql/laptop/20260302-load"
    assert tomllib.loads((run / "run.toml").read_text("utf-8"))["redacted"] == {"passwords": 1}
    assert here(project, "check", str(run)).returncode == 0


def test_names_of_files_are_read_too(project: Path, here: Here) -> None:
    trial = project / RUN / "trials/001"
    shutil.move(trial / "sysbench.log", trial / "db7.prod.internal")
    record_hashes(project)
    done = here(project, "check", RUN)
    assert "a file name in it must not be published" in done.stderr
