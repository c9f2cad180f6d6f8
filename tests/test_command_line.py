"""The command as people type it: exit codes, streams, files of all kinds, refusals."""

from __future__ import annotations

import csv
import gzip
import json
import lzma
import re
import shutil
import subprocess
from importlib import import_module
from io import StringIO
from pathlib import Path

import duckdb
import pytest
import zstandard
from ddlbench import commands
from ddlbench.build import DATABASE
from support import CASES, DDLBENCH, ROOT, TESTS, Here, Row, json_rows, run

GOOD = CASES / "sysbench/sysbench-1.0.20-rate.log"
LONG = CASES / "sysbench/sysbench-1.0.20-oltp_read_write-mariadb10.11-checkpoints-histogram.log"
NEWLINE = "\n"
COMMANDS = sorted(path.stem for path in Path(commands.__path__[0]).glob("[a-z]*.py"))


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    """A folder with a good log, one with unknown lines, and prose."""
    shutil.copy(GOOD, tmp_path / "good.log")
    (tmp_path / "partly.log").write_bytes(GOOD.read_bytes() + b"what is this\n")
    (tmp_path / "prose.txt").write_text("Dear reader,\n")
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["good.log"], 0),
        (["partly.log"], 3),
        (["good.log", "partly.log"], 3),
        (["prose.txt"], 1),
        (["partly.log", "prose.txt"], 1),
        (["missing.log"], 1),
        (["*.lgo"], 1),
        (["/missing/*.log"], 1),
        (["**.log"], 3),
        ([], 2),
        (["--format", "xml", "good.log"], 2),
        (["--format", "csv", "good.log"], 2),
        (["--out", "rows", "good.log"], 2),
        (["--colour", "good.log"], 2),
    ],
)
def test_exit_code_of_parse(arguments: list[str], status: int, logs: Path, here: Here) -> None:
    done = here(logs, "parse", *arguments)
    assert done.returncode == status
    assert bool(done.stderr) == bool(status)


@pytest.mark.parametrize(
    ("argument", "status"), [("good.log", 0), ("partly.log", 3), ("prose.txt", 1), ("missing.log", 1), (".", 1)]
)
def test_exit_code_of_explain(argument: str, status: int, logs: Path, here: Here) -> None:
    done = here(logs, "explain", argument)
    assert done.returncode == status


def test_rows_of_parsed_lines_are_printed_beside_problems(logs: Path, here: Here) -> None:
    done = here(logs, "parse", ".")
    assert {row["file"] for row in json_rows(done.stdout)} == {"good.log", "partly.log"}
    assert f"error: partly.log:{GOOD.read_text().count(NEWLINE) + 1}: no pattern of `sysbench` matches" in done.stderr
    assert "error: prose.txt: no format recognises this file" in done.stderr
    assert done.stderr.endswith("2 errors, 0 warnings\n")


@pytest.mark.parametrize(
    ("last", "status"), [("    transa", 0), ("[ 60s ] thds: 4 tps: 1", 0), ("thank you", 3), ("    transa\n", 3)]
)
def test_a_log_may_be_cut_off_within_its_last_line(last: str, status: int, tmp_path: Path, here: Here) -> None:
    (tmp_path / "cut.log").write_text(GOOD.read_text() + last)
    done = here(tmp_path, "parse", "cut.log")
    assert done.returncode == status
    assert ("note: cut.log:" in done.stderr) == (status == 0)


def test_no_arguments_show_the_help() -> None:
    done = run()
    assert "Exit codes:" in done.stdout + done.stderr
    assert run("--help").returncode == 0


@pytest.mark.parametrize("name", COMMANDS)
def test_help_has_an_example(name: str, here: Here) -> None:
    done = here(ROOT, name, "--help")
    assert done.returncode == 0
    assert f"Example: ddlbench {name}" in done.stdout


def test_help_lists_every_command() -> None:
    shown = run("--help").stdout
    assert all(f"\n  {name} " in shown for name in COMMANDS)


def test_stdin_can_be_explained() -> None:
    done = run("explain", "-", stdin=GOOD.read_bytes())
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n") > 5


def test_stdin_gives_the_rows_of_the_file(logs: Path, here: Here) -> None:
    from_file = here(logs, "parse", "good.log").stdout
    assert run("parse", "-", stdin=GOOD.read_bytes()).stdout == from_file.replace('"file":"good.log"', '"file":"-"')


def test_a_process_substitution_is_a_file(here: Here) -> None:
    script = f"'{DDLBENCH}' parse <(cat '{GOOD}')"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(json_rows(done.stdout)) == len(json_rows(here(ROOT, "parse", str(GOOD)).stdout))


def test_packed_files(logs: Path, here: Here) -> None:
    text = (logs / "good.log").read_bytes()
    (logs / "a.log.gz").write_bytes(gzip.compress(text))
    (logs / "b.log.xz").write_bytes(lzma.compress(text))
    (logs / "c.log.zst").write_bytes(zstandard.ZstdCompressor().compress(text))
    rows = json_rows(here(logs, "parse", "good.log", "a.log.gz", "b.log.xz", "c.log.zst").stdout)
    by_file: dict[str, list[Row]] = {}
    for row in rows:
        by_file.setdefault(row.pop("file"), []).append(row)
    assert by_file.keys() == {"good.log", "a.log.gz", "b.log.xz", "c.log.zst"}
    assert all(found == by_file["good.log"] for found in by_file.values())


def test_a_file_named_twice_is_read_once(logs: Path, here: Here) -> None:
    once = here(logs, "parse", "good.log").stdout
    assert here(logs, "parse", "good.log", "good.log", "g*.log").stdout == once


def test_names_with_blanks_quotes_and_other_scripts(tmp_path: Path, here: Here) -> None:
    names = ["a b.log", "it's.log", 'say "x".log', "日志.log", "로그.log", "percent%s.log"]
    for name in names:
        shutil.copy(GOOD, tmp_path / name)
    done = here(tmp_path, "parse", ".")
    assert done.returncode == 0
    assert {row["file"] for row in json_rows(done.stdout)} == set(names)


def test_redirected_rows_are_whole(tmp_path: Path, here: Here) -> None:
    path = tmp_path / "rows.jsonl"
    with path.open("wb") as file:
        subprocess.run([DDLBENCH, "parse", LONG], stdout=file, check=True)
    rows = json_rows(path.read_text("utf-8"))
    assert rows == json_rows(here(ROOT, "parse", str(LONG)).stdout)
    assert all({"table", "file", "line"} <= row.keys() for row in rows)
    with path.open("ab") as file:
        subprocess.run([DDLBENCH, "parse", GOOD], stdout=file, check=True)
    assert len(json_rows(path.read_text("utf-8"))) > len(rows)


@pytest.mark.parametrize("command", [f"parse '{LONG}'", f"explain '{LONG}'", "--help"])
def test_a_reader_that_stops_early(command: str) -> None:
    done = subprocess.run(
        ["bash", "-c", f"'{DDLBENCH}' {command} | head -1"], capture_output=True, text=True, check=False
    )
    assert done.stdout.count("\n") == 1
    assert "Traceback" not in done.stderr
    assert "BrokenPipe" not in done.stderr


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_files_of_tables(form: str, logs: Path, here: Here) -> None:
    done = here(logs, "parse", "--format", form, "--out", "rows", "good.log")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    printed = json_rows(here(logs, "parse", "good.log").stdout)
    assert {path.name for path in (logs / "rows").iterdir()} == {f"{row['table']}.{form}" for row in printed}
    for table in {row["table"] for row in printed}:
        path = logs / "rows" / f"{table}.{form}"
        [(count,)] = duckdb.execute(f"SELECT count(*) FROM '{path}'").fetchall()
        assert count == sum(row["table"] == table for row in printed)


def test_problems_are_told_without_control_characters(tmp_path: Path, here: Here) -> None:
    (tmp_path / "evil.log").write_bytes(GOOD.read_bytes() + "\x01\u202eabc\x9b2J\n".encode())
    done = here(tmp_path, "parse", "evil.log")
    assert r"\u0001\u202eabc\u009b2J" in done.stderr
    assert r"\u0001" in here(tmp_path, "explain", "evil.log").stdout


@pytest.fixture(scope="module")
def database(loaded_before: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project whose tables are loaded."""
    project = Path(shutil.copytree(TESTS / "project", tmp_path_factory.mktemp("sql") / "project"))
    shutil.copytree(loaded_before, project / "build")
    return project


def test_sql_as_a_table(database: Path, here: Here) -> None:
    done = here(database, "sql", "SELECT 'wert' AS word, 42 AS number")
    assert done.returncode == 0
    assert "wert" in done.stdout
    assert "42" in done.stdout


QUERY = "SELECT file, line, tps, void_reason FROM sysbench_interval ORDER BY line"


def test_sql_as_csv_and_json(database: Path) -> None:
    in_csv = list(csv.DictReader(StringIO(run("sql", "--format", "csv", QUERY, cwd=database).stdout)))
    in_json = json_rows(run("sql", "--format", "json", "-", cwd=database, stdin=QUERY.encode()).stdout)
    assert [row["tps"] for row in in_json] == [1423.59, 892.07, 818.51]
    assert [float(row["tps"]) for row in in_csv] == [1423.59, 892.07, 818.51]
    assert (in_json[0]["void_reason"], in_csv[0]["void_reason"]) == (None, "")


@pytest.mark.parametrize(
    "query",
    [
        "COPY sysbench_interval TO 'rows.csv'",
        "INSERT INTO engine VALUES ('a', 'b', 'c', 'd', 'e', 'f')",
        "DELETE FROM engine",
        "DROP TABLE engine",
        "CREATE TABLE a AS SELECT 1",
        "SELECT 1; SELECT 2",
        "SELECT 1; DROP TABLE engine",
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM '/etc/passwd.csv'",
        "SELECT * FROM read_text('/etc/passwd')",
        "SELECT * FROM glob('/*')",
        "SET enable_external_access = true",
        "ATTACH '/tmp/x.duckdb'",
        "INSTALL httpfs",
        "SELECT nonsense FROM engine",
        "SELEC 1",
        "",
    ],
)
def test_sql_refuses(query: str, database: Path, here: Here) -> None:
    before = (database / "build" / DATABASE).read_bytes()
    done = here(database, "sql", query)
    assert done.returncode == 1
    assert done.stderr.startswith("error: sql: ")
    assert "root:" not in done.stdout
    assert not (database / "rows.csv").exists()
    assert (database / "build" / DATABASE).read_bytes() == before


@pytest.mark.parametrize("form", ["table", "csv"])
def test_sql_has_an_end(form: str, database: Path, here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("ddlbench.commands.sql"), "TIME_LIMIT_S", 0.5)
    done = here(database, "sql", "--format", form, "SELECT count(*) FROM range(1000000000) a, range(1000000000) b")
    assert (done.returncode, done.stderr) == (1, "error: sql: takes more than 0 s\nhint: ask for less at once\n")


def test_sql_takes_no_more_memory_than_it_may(database: Path, here: Here) -> None:
    done = here(database, "sql", "SELECT len(list(i)) FROM range(1000000000) t(i)")
    assert done.returncode == 1
    assert re.match("error: sql: Out of Memory Error", done.stderr)


def test_sql_prints_json_that_is_json(database: Path, here: Here) -> None:
    query = "SELECT 1.50::DECIMAL(9, 2) AS d, DATE '2026-03-01' AS day, [1, 2] AS list, 'nan'::DOUBLE AS x, 'é' AS e"
    done = here(database, "sql", "--format", "json", query)

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is not JSON")

    row = json.loads(done.stdout, parse_constant=refuse)
    assert (row["day"], row["list"], row["e"]) == ("2026-03-01", [1, 2], "é")


def test_sql_before_a_build(project: Path, here: Here) -> None:
    done = here(project, "sql", "SELECT 1")
    assert done.returncode == 1
    assert "run `ddlbench build` first" in done.stderr


def test_sql_while_something_builds(database: Path) -> None:
    """DuckDB lets one process write or several read."""
    with duckdb.connect(str(database / "build" / DATABASE)):
        done = run("sql", "SELECT 1", cwd=database)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("error: ")


def test_sql_for_a_reader_that_stops_early(database: Path) -> None:
    for form in ("csv", "json", "table"):
        script = f"'{DDLBENCH}' sql --format {form} 'SELECT * FROM range(100000)' | head -1"
        done = subprocess.run(["bash", "-c", script], cwd=database, capture_output=True, text=True, check=False)
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize("language", ["C", "ko_KR.EUC-KR"])
def test_the_language_of_the_system_does_not_matter(language: str, logs: Path, here: Here) -> None:
    usual = here(logs, "parse", "partly.log")
    done = run("parse", "partly.log", cwd=logs, environment={"LC_ALL": language, "LANG": language})
    assert (done.returncode, done.stdout, done.stderr) == (3, usual.stdout, usual.stderr)


@pytest.mark.parametrize("name", ["parse", "explain"])
def test_a_terminal_that_lacks_characters(name: str, tmp_path: Path) -> None:
    (tmp_path / "a.log").write_bytes(GOOD.read_bytes() + "표가 없다\n".encode())
    done = run(name, "a.log", cwd=tmp_path, environment={"PYTHONIOENCODING": "ascii"})
    assert "Traceback" not in done.stderr
    assert done.returncode == 3


def test_python_can_run_it_as_a_module(here: Here) -> None:
    python = DDLBENCH.with_name("python")
    done = subprocess.run([python, "-m", "ddlbench", "parse", GOOD], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 0
    assert done.stdout.decode() == here(ROOT, "parse", str(GOOD)).stdout
