"""SHA256SUMS of a run: one line a log, as sha256sum(1) writes and checks it, paths below the run, sorted."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from ddlbench.errors import Problem

NAME = "SHA256SUMS"
LOG = re.compile(r"trials/[0-9]{3}/[A-Za-z0-9][A-Za-z0-9._-]*")
LINE = re.compile(rf"([0-9a-f]{{64}})  ({LOG.pattern})")


def hash_lines(sums: dict[str, str]) -> str:
    """The text of the file, of hashes by path."""
    return "".join(f"{sums[path]}  {path}\n" for path in sorted(sums))


def write_hashes(run: Path) -> None:
    """Record the hash of every log of a run folder."""
    (run / NAME).write_text(hash_lines({name: hash_of(path) for name, path in logs_of(run).items()}), "utf-8")


def logs_of(run: Path) -> dict[str, Path]:
    """The logs of a run folder by their paths in it: files that SHA256SUMS can name."""
    found = run.glob("trials/*/*")
    files = [path for path in found if path.is_file() and not (path.is_symlink() or path.parent.is_symlink())]
    names = {path.relative_to(run).as_posix(): path for path in files if path.name != "trial.toml"}
    return {name: path for name, path in names.items() if LOG.fullmatch(name)}


def hash_of(path: Path) -> str:
    """The SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def read_hashes(path: Path) -> tuple[dict[str, str], list[int]]:
    """Recorded hashes by path, and the lines that are none."""
    sums: dict[str, str] = {}
    wrong = []
    for number, line in enumerate(path.read_text("utf-8", "replace").splitlines(), start=1):
        found = LINE.fullmatch(line)
        if found is None or found[2] in sums:
            wrong.append(number)
        else:
            sums[found[2]] = found[1]
    return sums, wrong


def hash_problems(run: Path, name: str, actual: dict[str, str]) -> list[Problem]:
    """What is wrong with the recorded hashes of a run, given those that its logs have by their paths in it."""
    path = run / NAME
    place = f"{name}/{NAME}"
    if not path.is_file():
        return [Problem(place, 0, "is missing", hint="`ddlbench check --fix` writes it")]
    sums, wrong = read_hashes(path)
    problems = [Problem(place, line, "is no line of sha256sum, or names a log again") for line in wrong]
    for log in sorted(actual.keys() - sums.keys()):
        problems.append(Problem(f"{name}/{log}", 0, f"has no line in {NAME}", hint="`ddlbench check --fix` adds it"))
    for log in sorted(sums.keys() - actual.keys()):
        problems.append(Problem(place, 0, f"names `{log}`, which is not there", hint="put the log back"))
    for log in sorted(sums.keys() & actual.keys()):
        if sums[log] != actual[log]:
            hint = "logs are never edited: put the original back"
            problems.append(Problem(f"{name}/{log}", 0, f"is not the file whose hash is in {NAME}", hint=hint))
    if not problems and path.read_bytes() != hash_lines(sums).encode():
        problems.append(Problem(place, 0, "is not sorted", hint="`ddlbench check --fix` sorts it"))
    return problems
