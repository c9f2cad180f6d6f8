"""SHA256SUMS of a run: one line a log, as sha256sum(1) writes and checks it, paths below the run, sorted."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

NAME = "SHA256SUMS"
LINE = re.compile(r"([0-9a-f]{64})  (trials/\d{3}/[A-Za-z0-9][A-Za-z0-9._-]*)")


def hash_lines(sums: dict[str, str]) -> str:
    """The text of the file, of hashes by path."""
    return "".join(f"{sums[path]}  {path}\n" for path in sorted(sums))


def write_hashes(run: Path) -> None:
    """Record the hash of every log of a run folder."""
    logs = [path for path in run.glob("trials/*/*") if path.name != "trial.toml"]
    sums = {path.relative_to(run).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in logs}
    (run / NAME).write_text(hash_lines(sums), "utf-8")
