"""Repairs that cannot change what a contributor said: encodings and line ends of TOML files, lines of SHA256SUMS.

A log is never touched.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from pathlib import Path

from ddlbench.hashes import NAME, hash_lines, hash_of, logs_of, read_hashes

MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}


def repair(data: Path, below: Path) -> Iterator[str]:
    """Repair the files of the project below a path; yields what was done, a line a file."""
    for path in sorted([below] if below.is_file() else below.rglob("*.toml")):
        if path.suffix == ".toml" and not path.is_symlink() and (done := repair_text(path)):
            yield f"{path.relative_to(data).as_posix()}: {done}"
    runs = [run.parent for run in sorted((data / "runs").glob("*/*/*/run.toml"))]
    for run in runs:
        if (run.is_relative_to(below) or below.is_relative_to(run)) and (done := repair_hashes(run)):
            yield f"{(run / NAME).relative_to(data).as_posix()}: {done}"


def repair_text(path: Path) -> str:
    """Write a TOML file in UTF-8 with plain line ends; returns what changed, empty for nothing."""
    raw = path.read_bytes()
    encoding = next((name for mark, name in MARKS.items() if raw.startswith(mark)), "utf-8")
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError:
        return ""  # Which encoding it is cannot be known.
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    fixed = plain.encode()
    if fixed == raw:
        return ""
    path.write_bytes(fixed)
    changes = [*(["encoding"] if encoding != "utf-8" else []), *(["line ends"] if plain != text else [])]
    return " and ".join(changes) + " repaired"


def repair_hashes(run: Path) -> str:
    """Sort SHA256SUMS and add the logs that it lacks; recorded hashes stay, also wrong ones."""
    path = run / NAME
    if path.is_symlink():
        return ""
    sums, wrong = read_hashes(path) if path.is_file() else ({}, [])
    if wrong:
        return ""
    missing = {name: log for name, log in logs_of(run).items() if name not in sums}
    sums |= {name: hash_of(log) for name, log in missing.items()}
    fixed = hash_lines(sums).encode()
    if path.is_file() and fixed == path.read_bytes():
        return ""
    path.write_bytes(fixed)
    return f"{len(missing)} hashes added" if missing else "sorted"
