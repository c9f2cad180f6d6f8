"""What the tests share: places, the command as people call it, and rows and problems as Python values."""

from __future__ import annotations

import fcntl
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from ddlbench.database import connect, create_tables, identifier
from ddlbench.errors import Problem
from ddlbench.hashes import write_hashes
from ddlbench.parse.batch import Parser
from ddlbench.parse.files import recognised, taken_blocks
from ddlbench.parse.format import Format
from ddlbench.parse.read import Log, read_bytes

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parent
DATA = ROOT / "data"
CASES = TESTS / "cases"
DDLBENCH = Path(sys.executable).with_name("ddlbench")
HERE = {"TZ": "UTC", "LC_ALL": "C.UTF-8"}
"""The environment that this project is built in, where another one is not the point."""

LANGUAGES = ("en", "zh-cn", "ko")

Row = dict[str, Any]
Rows = dict[str, list[Row]]
Finished = subprocess.CompletedProcess[str]
Here = Callable[..., Finished]

MADE = pytest.StashKey[dict[str, Path]]()
"""Folders that this process knows to be made."""

COUNT = re.compile(r"\d+ errors?, \d+ warnings?")


def run(
    *arguments: str | Path, cwd: Path = ROOT, stdin: bytes = b"", environment: Mapping[str, str] | None = None
) -> Finished:
    """Run the command `ddlbench` as a person would, with more variables in its environment."""
    done = subprocess.run(
        [DDLBENCH, *arguments],
        cwd=cwd,
        input=stdin,
        capture_output=True,
        check=False,
        env={**os.environ, **(environment or {})},
    )
    return Finished(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def json_rows(output: str) -> list[Row]:
    """The objects of JSON lines."""
    return [json.loads(line) for line in output.splitlines()]


def messages(stderr: str) -> list[str]:
    """The problems that a command printed, each with its excerpt and hint, without the count that closes them."""
    found: list[str] = []
    for line in stderr.splitlines():
        if line.startswith(("error: ", "warning: ", "note: ")):
            found.append(line)
        elif found and not COUNT.fullmatch(line):
            found[-1] += "\n" + line
    return found


def cases(form: str = "*") -> list[Path]:
    """Logs of `tests/cases/`, those of one format or all."""
    return sorted(CASES.glob(f"{form}/*.log"))


def case_id(path: Path) -> str:
    """A case as test names and rows name it."""
    return path.relative_to(CASES).as_posix()


@dataclass(frozen=True)
class Parsed:
    """What logs became: rows by table, files that nothing recognised, and lines that nothing took."""

    rows: Rows
    unread: list[Problem]
    problems: list[Problem]


def parse_texts(formats: dict[str, Format], texts: Mapping[str, str | bytes]) -> Parsed:
    """Parse texts by name in this process, as the command does."""
    contents = {name: text.encode() if isinstance(text, str) else text for name, text in texts.items()}
    return parse_logs(formats, [read_bytes(content, name) for name, content in contents.items()])


def parse_each(formats: dict[str, Format], texts: Mapping[str, str | bytes]) -> dict[str, Parsed]:
    """What each text gives, as if it were the only one and had no name: parsed together, which takes far less."""
    every = parse_texts(formats, texts)
    return {
        name: Parsed(
            {table: [{**row, "file": ""} for row in rows if row["file"] == name] for table, rows in every.rows.items()},
            [replace(each, path="") for each in every.unread if each.path == name],
            [replace(each, path="") for each in every.problems if each.path == name],
        )
        for name in texts
    }


def differing(formats: dict[str, Format], pairs: Mapping[str, tuple[str, str]]) -> list[str]:
    """Names of those pairs of texts that do not give the same."""
    assert all(one != other for one, other in pairs.values())
    plain = parse_each(formats, {name: one for name, (one, _) in pairs.items()})
    changed = parse_each(formats, {name: other for name, (_, other) in pairs.items()})
    return [name for name in pairs if changed[name] != plain[name]]


def parse_logs(formats: dict[str, Format], logs: Iterable[Log], *, embedded: bool = False) -> Parsed:
    """Parse logs, or the blocks of logs within prose, in this process, as the command does."""
    unread: list[Problem] = []
    problems: list[Problem] = []
    with connect() as connection:
        create_tables(connection, comments=False)
        whole = recognised(connection, formats, logs, unread)
        blocks = taken_blocks(connection, formats, logs, unread, lambda _: None)
        for _, found in Parser(connection, formats).parse(blocks if embedded else whole):
            problems += found
        tables = sorted({table for form in formats.values() for table in form.tables})
        rows = {table: _rows(connection.execute(f"FROM {identifier(table)} ORDER BY ALL")) for table in tables}
    return Parsed(rows, unread, sorted(problems))


def _rows(cursor: Any) -> list[Row]:  # noqa: ANN401
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def of_file(rows: Rows, table: str, file: str) -> list[Row]:
    """Rows of one table that come from one file."""
    return [row for row in rows[table] if row["file"] == file]


def untaken(problems: Iterable[Problem], file: str) -> set[int]:
    """Lines of a file that were reported as taken by no pattern: as titles, as prints and as those that it is cut off within too."""
    told = ("no pattern of", "cut off within", "from where it stands")
    lines = [(each.line, each.message) for each in problems if each.path == file]
    return {line for line, message in lines if line and any(words in message for words in told)}


def tree_bytes(folder: Path) -> dict[str, bytes]:
    """The files below a folder by their paths in it."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


class Golden:
    """Compares texts with files of expectations; an empty text is expected where there is no file."""

    def __init__(self, update: bool) -> None:
        self.update = update

    def __call__(self, path: Path, actual: str) -> None:
        """Fail when the text is not what the file holds; a crash is never what it should hold."""
        assert "Traceback (most recent call last)" not in actual, actual
        if self.update:
            self._write(path, actual)
        expected = path.read_text("utf-8") if path.exists() else ""
        assert actual == expected, f"differs from {path.relative_to(ROOT)}; `pytest --update` rewrites it"

    def _write(self, path: Path, actual: str) -> None:
        if actual:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(actual, "utf-8")
        else:
            path.unlink(missing_ok=True)


def record_hashes(project: Path) -> None:
    """Record the hashes of all logs anew, as if the project had always had them."""
    for run in project.glob("data/runs/*/*/*/run.toml"):
        write_hashes(run.parent)


def made_once(name: str, make: Callable[[Path], None], config: pytest.Config, factory: pytest.TempPathFactory) -> Path:
    """A folder that is made once for all tests, also when they run in several processes: the others wait for it.

    It is given before its parts are made, so that they can be in a folder of any name. Nothing may change it.
    """
    known = config.stash.setdefault(MADE, {})
    if name not in known:
        base = factory.getbasetemp()
        folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "made once" / name
        folder.mkdir(parents=True, exist_ok=True)
        finished = folder.with_name(f"{name}.finished")
        with folder.with_name(f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not finished.exists():
                make(folder)
                finished.touch()
        known[name] = folder
    return known[name]


def copy_real_project(folder: Path) -> Path:
    """Copy what `ddlbench build` reads of this project to a new folder."""
    folder.mkdir()
    for name in ("data", "i18n"):
        shutil.copytree(ROOT / name, folder / name)
    shutil.copy(ROOT / "config.toml", folder)
    (folder / "node_modules").symlink_to(ROOT / "node_modules")
    return folder


def build_project_once(config: pytest.Config, factory: pytest.TempPathFactory) -> Path:
    """A copy of this project, built from nothing once for all tests."""

    def make(folder: Path) -> None:
        done = run("build", cwd=copy_real_project(folder / "project"), environment=HERE)
        assert done.returncode == 0, done.stderr

    return made_once("built", make, config, factory) / "project"


def sample(values: Iterable[Any], every: int) -> list[Any]:
    """Values as parameters of a test: one of so many always, all of them in the long run."""
    return [
        pytest.param(value, marks=() if index % every == 0 else pytest.mark.slow) for index, value in enumerate(values)
    ]
