"""The parse store: nothing is parsed without need, and what is kept is what a fresh store would hold."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import duckdb
import pytest
from ddlbench import load as loading
from ddlbench.build import DATABASE, Loaded, load
from ddlbench.database import connect, create_tables, identifier
from ddlbench.load import insert_rows
from ddlbench.parse.format import FOLDER, Format, load_formats
from ddlbench.parse.store import Store
from ddlbench.publish import tables
from ddlbench.publish.kept import Kept
from ddlbench.publish.tables import TableWriter, read_dictionary
from ddlbench.tree import stamp
from support import CASES, TESTS, tree_bytes

LOGS = ("rate", "oltp_read_write-postgres15", "sigint-no-summary", "fatal-table-renamed")
RUNS = Path("data/runs/mysql/laptop")


class Project:
    """A project with one run a log, loaded again and again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for number, name in enumerate(LOGS):
            self.add_run(number, CASES / f"sysbench/sysbench-1.0.20-{name}.log")

    def add_run(self, number: int, log: Path) -> None:
        """Add a run of one log."""
        template = TESTS / "project" / RUNS / "20260301-add-index"
        run = shutil.copytree(template, self.folder / RUNS / f"2026010{number + 1}-run")
        path = Path(run) / "trials/001/sysbench.log"
        path.write_bytes(log.read_bytes().replace(b"exit=1\n", b""))

    def load(self) -> tuple[Loaded, int]:
        """Bring the database up to date; returns how many logs were parsed for it."""
        told: list[str] = []
        loaded = load(self.folder / "data", self.folder / "build" / DATABASE, told.append)
        assert not loaded.problems
        [count] = [int(number) for line in told for number in re.findall(r"^parsed (\d+) of", line)]
        return loaded, count

    def parsed(self) -> int:
        """How many logs had to be parsed."""
        loaded, count = self.load()
        loaded.connection.close()
        return count

    def rows(self) -> tuple[int, dict[str, list[Any]]]:
        """How many logs had to be parsed, and the rows of every table and view, in one order."""
        loaded, count = self.load()
        names = [table.name for table in read_dictionary(loaded.connection)]
        rows = {name: loaded.connection.execute(f"FROM {identifier(name)} ORDER BY ALL").fetchall() for name in names}
        loaded.connection.close()
        return count, rows

    def published(self, name: str = "tables", before: str = "none before") -> tuple[int, dict[str, bytes]]:
        """How many logs had to be parsed, and the tables of the state that the data is in now."""
        loaded, count = self.load()
        out = self.folder / name
        kept = Kept(out, self.folder / before)
        writer = TableWriter(loaded.connection, kept)
        writer.describe(loaded.connection, writer.write(loaded.connection, writer.known))
        kept.store()
        loaded.connection.close()
        return count, tree_bytes(out / "downloads")

    def table(self, name: str, table: str) -> Path:
        """The file of a table that was published."""
        return self.folder / name / "downloads" / "tables" / f"{table}.parquet"


@pytest.fixture
def many(project: Path, nothing_loaded: Path) -> Project:
    shutil.copytree(nothing_loaded, project / "build")
    shutil.copytree(nothing_loaded, project / "nothing loaded")
    return Project(project)


def fresh(many: Project, tmp_path: Path) -> Project:
    """The same data without what was built of it, but for tables and views."""
    again = Project.__new__(Project)
    again.folder = tmp_path / "fresh"
    shutil.copytree(many.folder / "data", again.folder / "data")
    shutil.copytree(many.folder / "nothing loaded", again.folder / "build")
    return again


def log_of(many: Project, number: int) -> Path:
    return many.folder / RUNS / f"2026010{number}-run/trials/001/sysbench.log"


def test_loading_again_parses_nothing_and_changes_nothing(many: Project) -> None:
    count, before = many.published("first")
    assert count == 6
    assert many.published("second") == (0, before)


def test_what_has_the_same_rows_gets_a_second_name(many: Project, tmp_path: Path) -> None:
    many.published("first")
    log_of(many, 1).write_bytes(log_of(many, 1).read_bytes().replace(b"tps: 183.77", b"tps: 199.99"))
    source = many.folder / "data/sources/100/source.toml"
    source.write_text(source.read_text("utf-8").replace('\nen = "', '\nen = "Another ', 1), "utf-8")
    _, after = many.published("second", before="first")
    tables = ("run", "trial", "source", "sysbench_interval")
    same = [table for table in tables if many.table("second", table).samefile(many.table("first", table))]
    assert same == ["run", "trial"]
    assert after == fresh(many, tmp_path).published()[1]


def test_a_file_that_somebody_wrote_gets_no_second_name(many: Project) -> None:
    _, before = many.published("first")
    many.table("first", "run").write_bytes(b"something else")
    many.table("first", "trial").unlink()
    assert many.published("second", before="first")[1] == before


def test_a_run_that_comes_changes_few_parts_of_a_large_table(
    many: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "MOST_TEXT_ROWS", 0)
    monkeypatch.setattr(tables, "MOST_ROWS", 20)
    many.published("first")
    many.add_run(len(LOGS), CASES / f"sysbench/sysbench-1.0.20-{LOGS[0]}.log")
    another = log_of(many, len(LOGS) + 1)
    another.write_bytes(another.read_bytes().replace(b"tps: 183.77", b"tps: 199.99"))
    _, after = many.published("second", before="first")
    assert after == fresh(many, tmp_path).published()[1]
    names = sorted(path.name for path in many.table("second", "").parent.glob("sysbench_interval*"))
    assert names == [f"sysbench_interval-{part:02}.parquet" for part in range(16)]
    before, now = (
        [many.table(name, f"sysbench_interval-{part:02}") for part in range(16)] for name in ("first", "second")
    )
    assert sum(not one.samefile(other) for one, other in zip(before, now, strict=True)) == 1
    every = str(many.table("second", "sysbench_interval-*"))
    _, rows = many.rows()
    with connect() as connection:
        assert connection.execute(f"FROM '{every}' ORDER BY ALL").fetchall() == rows["sysbench_interval"]
        files = f"SELECT count(DISTINCT filename) FROM read_parquet('{every}', filename = true) GROUP BY file"
        assert {count for (count,) in connection.execute(files).fetchall()} == {1}


def test_a_change_shows_whatever_the_columns_are_called(tmp_path: Path) -> None:
    for number, value in enumerate((1, 3), start=1):
        with connect() as connection:
            create_tables(connection)
            connection.execute(f"CREATE TABLE measured AS FROM (VALUES ('a', {value}), ('b', 2)) AS row(part, count)")
            kept = Kept(tmp_path / str(number), tmp_path / str(number - 1))
            writer = TableWriter(connection, kept)
            writer.describe(connection, writer.write(connection, writer.known))
            kept.store()
        text = (tmp_path / str(number) / "downloads/tables/measured.csv").read_text("utf-8")
        assert text == f"part,count\na,{value}\nb,2\n"


def test_signs_of_zero_are_told_apart(tmp_path: Path) -> None:
    for number, zero in enumerate(("0.0", "-0.0"), start=1):
        with connect() as connection:
            create_tables(connection)
            connection.execute(f"CREATE TABLE measured AS SELECT '{zero}'::DOUBLE AS value, 1 AS measured")
            kept = Kept(tmp_path / str(number), tmp_path / str(number - 1))
            writer = TableWriter(connection, kept)
            writer.describe(connection, writer.write(connection, writer.known))
            kept.store()
        assert (tmp_path / str(number) / "downloads/tables/measured.csv").read_text(
            "utf-8"
        ) == f"value,measured\n{zero},1\n"


def test_a_touched_log_is_hashed_but_not_parsed(many: Project) -> None:
    _, before = many.rows()
    os.utime(log_of(many, 1), ns=(1, 1))
    shutil.copy(log_of(many, 2), many.folder / "copy")
    os.replace(many.folder / "copy", log_of(many, 2))
    assert many.rows() == (0, before)


def test_one_changed_log_is_parsed_alone(many: Project, tmp_path: Path) -> None:
    many.parsed()
    log_of(many, 1).write_bytes(log_of(many, 1).read_bytes().replace(b"tps: 183.77", b"tps: 199.99"))
    count, after = many.rows()
    assert count == 1
    assert "199.99" in str(after["sysbench_interval"])
    assert "183.77" not in str(after["sysbench_interval"])
    assert after == fresh(many, tmp_path).rows()[1]


def test_rows_follow_the_bytes_when_logs_change_places(many: Project, tmp_path: Path) -> None:
    """With one time and one size, only the inode tells the two apart."""
    log_of(many, 3).write_bytes(log_of(many, 3).read_bytes().ljust(log_of(many, 1).stat().st_size, b"\n"))
    for number in (1, 3):
        os.utime(log_of(many, number), ns=(10**18, 10**18))
    many.parsed()
    os.replace(log_of(many, 1), many.folder / "aside")
    os.replace(log_of(many, 3), log_of(many, 1))
    os.replace(many.folder / "aside", log_of(many, 3))
    count, after = many.rows()
    assert count == 2
    assert after == fresh(many, tmp_path).rows()[1]


@pytest.mark.parametrize("most_text_rows", [0, tables.MOST_TEXT_ROWS])
def test_a_removed_run_takes_its_rows_along(
    many: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most_text_rows: int
) -> None:
    monkeypatch.setattr(tables, "MOST_TEXT_ROWS", most_text_rows)
    many.parsed()
    shutil.rmtree(many.folder / RUNS / "20260102-run")
    count, after = many.published()
    assert count == 0
    assert not [name for name, content in after.items() if b"20260102-run" in content]
    assert after == fresh(many, tmp_path).published()[1]


def test_a_store_filled_run_by_run(many: Project, tmp_path: Path) -> None:
    moved = [many.folder / RUNS / f"2026010{number}-run" for number in (2, 1, 4)]
    for run in moved:
        run.rename(many.folder / run.name)
    many.parsed()
    for run in moved:
        (many.folder / run.name).rename(run)
        assert many.parsed() == 1
    assert many.published()[1] == fresh(many, tmp_path).published()[1]


def test_problems_are_remembered_with_the_rows(many: Project) -> None:
    log_of(many, 1).write_bytes(log_of(many, 1).read_bytes() + b"what is this\n")
    path = many.folder / "build" / DATABASE
    said = []
    for _ in range(2):
        loaded = load(many.folder / "data", path)
        said.append([str(problem) for problem in loaded.problems])
        loaded.connection.close()
    assert len(said[0]) == 1
    assert said[0] == said[1]


def test_a_view_that_no_file_makes_is_not_published(many: Project, tmp_path: Path) -> None:
    """A view that was renamed must not go on being published by those who have built before."""
    many.parsed()
    with connect(many.folder / "build" / DATABASE) as connection:
        connection.execute("CREATE VIEW old_name AS SELECT 1 AS x")
    assert many.rows() == (0, fresh(many, tmp_path).rows()[1])


def test_a_changed_description_is_read_again_and_the_others_are_not(many: Project, tmp_path: Path) -> None:
    many.parsed()
    described = log_of(many, 1).parents[2] / "run.toml"
    described.write_text(described.read_text("utf-8").replace('licence = "CC-BY-4.0"', 'licence = "CC0-1.0"'), "utf-8")
    loaded, _ = many.load()
    assert loaded.inventory.runs == fresh(many, tmp_path).load()[0].inventory.runs
    query = "SELECT file FROM ledger.toml WHERE file LIKE 'runs/%' AND document LIKE '%CC0-1.0%'"
    assert loaded.connection.execute(query).fetchall() == [(described.relative_to(many.folder / "data").as_posix(),)]
    loaded.connection.close()
    described.rename(many.folder / "run.toml")
    loaded = load(many.folder / "data", many.folder / "build" / DATABASE)
    assert ["is missing" in str(problem) for problem in loaded.problems] == [True]
    assert not loaded.connection.execute(query).fetchall()


def test_rows_of_runs_that_nobody_touched_stay(many: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    many.parsed()
    folders = [log_of(many, number).parents[2] for number in (1, 2, 3)]
    shutil.rmtree(folders[0])
    described, tried = folders[1] / "run.toml", folders[2] / "trials/001/trial.toml"
    described.write_text(described.read_text("utf-8").replace('licence = "CC-BY-4.0"', 'licence = "CC0-1.0"'), "utf-8")
    tried.write_text(tried.read_text("utf-8").replace("threads = 2", "threads = 3"), "utf-8")
    written: dict[str, list[Any]] = {}

    def insert(connection: duckdb.DuckDBPyConnection, table: str, rows: list[Any]) -> None:
        written[table] = rows
        insert_rows(connection, table, rows)

    monkeypatch.setattr(loading, "insert_rows", insert)
    _, rows = many.rows()
    runs = {f"mysql/laptop/{folder.name}" for folder in folders[1:3]}
    assert {row["run_id"] for row in written["run"]} == runs
    assert {row["owner_id"] for row in written["trial"] if row["owner_kind"] == "run"} == runs
    assert [row["value"] for row in written["trial_factor"] if row["trial_id"].startswith("runs/")] == ["2", "3"]
    assert rows == fresh(many, tmp_path).rows()[1]


def test_a_fault_of_a_trial_is_told_each_time(many: Project) -> None:
    tried = log_of(many, 1).parent / "trial.toml"
    before = tried.read_text("utf-8")
    tried.write_text(before.replace("threads = 2", "threads = 2\nworkers = 4"), "utf-8")
    for _ in range(2):
        loaded = load(many.folder / "data", many.folder / "build" / DATABASE)
        assert ["the factor `workers` is not described" in str(problem) for problem in loaded.problems] == [True]
        loaded.connection.close()
    tried.write_text(before, "utf-8")
    many.parsed()


def store_of(folder: Path, formats: dict[str, Format], files: list[str]) -> int:
    """Update a store; returns the number of files that were parsed."""
    with connect(folder / "store.duckdb") as connection:
        create_tables(connection)
        problems, parsed = Store(connection, formats, CASES).update({file: stamp(CASES / file) for file in files})
        assert not problems
    return parsed


def test_a_changed_format_parses_its_own_logs_again(tmp_path: Path, formats: dict[str, Format]) -> None:
    files = ["sysbench/sysbench-1.0.20-rate.log", "lsof/mysql-8.0-three-listings.log"]
    shutil.copytree(FOLDER, tmp_path / "formats")
    with (tmp_path / "formats" / "sysbench.toml").open("a") as file:
        file.write("# changed\n")
    assert store_of(tmp_path, formats, files) == 2
    assert store_of(tmp_path, formats, files) == 0
    assert store_of(tmp_path, load_formats(tmp_path / "formats"), files) == 1
    assert store_of(tmp_path, load_formats(tmp_path / "formats"), files) == 0


def test_a_database_of_another_schema_is_made_anew(many: Project) -> None:
    _, before = many.rows()
    (many.folder / "build" / DATABASE).with_suffix(".schema").write_text("another")
    with connect(many.folder / "build" / DATABASE) as connection:
        connection.execute("ALTER TABLE sysbench_interval DROP COLUMN tps")
    assert many.rows() == (6, before)


def test_an_interrupted_build_is_taken_up(many: Project, tmp_path: Path) -> None:
    """A process that dies leaves a write-ahead log beside the database."""
    script = (
        "import os, sys\nfrom pathlib import Path\nfrom ddlbench.build import load\n"
        f"load(Path('data'), Path('build/{DATABASE}'))\nos._exit(9)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=many.folder, check=False)
    assert done.returncode == 9
    assert many.rows() == (0, fresh(many, tmp_path).rows()[1])
