"""Files of the version before that would be made of the same: they get a second name instead of being made anew."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from ddlbench.tree import stamp

MARKS = "kept.json"
"""The file of a version that says what its files were made of."""


class Kept:
    """What the files below `out` are made of, and those of the version `before`; threads may share it."""

    def __init__(self, out: Path, before: Path) -> None:
        self.out, self.before = out, before
        marks = before / MARKS
        self.marks_before: dict[str, list[str]] = json.loads(marks.read_text("utf-8")) if marks.exists() else {}
        self.marks: dict[str, list[str]] = {}

    def taken_over(self, name: str, made_of: str, files: Iterable[str]) -> bool:
        """Whether the version before made these files of the same, untouched since; then they are in this one too.

        `name` is theirs together, `made_of` a hash, the files are paths below a version.
        """
        listed = list(files)
        if self.marks_before.get(name) != _mark(made_of, [self.before / file for file in listed]):
            return False
        for folder in {(self.out / file).parent for file in listed}:
            folder.mkdir(parents=True, exist_ok=True)
        for file in listed:
            (self.out / file).hardlink_to(self.before / file)
        self.marks[name] = self.marks_before[name]
        return True

    def made(self, name: str, made_of: str, files: Iterable[str]) -> None:
        """Remember what files of this version were made of."""
        self.marks[name] = _mark(made_of, [self.out / file for file in files])

    def store(self) -> None:
        """Write it down for the next version."""
        (self.out / MARKS).write_text(json.dumps(self.marks, indent=0, sort_keys=True), "utf-8")


def _mark(made_of: str, paths: list[Path]) -> list[str]:
    """What files were made of, and how they are known to be these files; of those that are not there, nothing."""
    try:
        return [made_of, *map(stamp, paths)]
    except FileNotFoundError:
        return []


def hash_of_code(*files: str) -> str:
    """A hash of Python files, on which rests what they make."""
    return hashlib.sha256(b"\0".join(Path(file).read_bytes() for file in files)).hexdigest()
