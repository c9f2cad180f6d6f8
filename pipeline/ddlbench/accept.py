"""What a contribution must keep beyond being readable: hashes, size, terms, labels, and nothing private."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import duckdb

from ddlbench.build import Loaded
from ddlbench.discover import RunFolder
from ddlbench.errors import DdlbenchError, Problem, did_you_mean
from ddlbench.hashes import hash_problems
from ddlbench.parse.read import clean, read_content
from ddlbench.privacy.find import privacy_problems
from ddlbench.privacy.redact import holds_secret

RUN_BYTES = 32 * 1024 * 1024
"""Size budget of a run as it lies in git: compressed logs count as they are."""

FILE_BYTES = 16 * 1024 * 1024

LICENCES = ("CC-BY-4.0", "CC0-1.0", "ODC-By-1.0", "PDDL-1.0")
"""Licences that let the site publish logs and what is computed of them."""

ADVICE = (
    "pack the logs (`zstd -19` or `xz -9` make sysbench logs about twenty times smaller), "
    "leave traces out that no figure needs, or make two runs"
)


def accept(loaded: Loaded, wanted: list[str]) -> list[Problem]:
    """Everything that speaks against taking the runs whose paths lie within, or hold, the wanted ones; empty is all."""
    data = loaded.inventory.root
    problems: list[Problem] = []
    for run in loaded.inventory.runs.values():
        if touches(f"runs/{run.run_id}", wanted):
            problems += _run(loaded, run, data)
    for path in described_files(data):
        name = path.relative_to(data).as_posix()
        if touches(name, wanted):
            problems += _private(loaded.connection, path, name)
    return problems


def touches(name: str, wanted: list[str]) -> bool:
    """Whether a path is one of the wanted ones, lies below one, or holds one."""
    return not wanted or any(
        each in (".", name) or name.startswith(each + "/") or each.startswith(name + "/") for each in wanted
    )


def described_files(data: Path) -> Iterator[Path]:
    """Files below `data/` that people write or bring, but for links."""
    for folder in ("engines", "machines", "runs", "sources"):
        for path in sorted((data / folder).rglob("*")):
            if path.is_file() and not path.is_symlink() and path.name != "SHA256SUMS":
                yield path


def _run(loaded: Loaded, run: RunFolder, data: Path) -> Iterator[Problem]:
    name = f"runs/{run.run_id}"
    folder = data / name
    sums = dict(
        loaded.connection.execute(
            "SELECT file, sha256 FROM file WHERE owner_kind = 'run' AND owner_id = $id", {"id": run.run_id}
        ).fetchall()
    )
    if len(sums) == sum(
        len(trial.logs) for trial in run.trials
    ):  # Otherwise a log is unreadable, as is told elsewhere.
        yield from hash_problems(folder, name, {log.removeprefix(name + "/"): hashed for log, hashed in sums.items()})
    yield from size_problems(folder, name)
    engine = loaded.inventory.engines.get(run.engine)
    if engine is not None and engine.publication == "forbidden":
        hint = "`ddlbench report` shows what it holds, on your machine only; do not commit it"
        note = f": {engine.publication_note.en}" if engine.publication_note else ""
        yield Problem(name, 0, f"the terms of {engine.name} forbid to publish measurements{note}", hint=hint)
    if run.run.licence not in LICENCES:
        hint = did_you_mean(run.run.licence, LICENCES)
        yield Problem(f"{name}/run.toml", 0, f"`{run.run.licence}` is no licence that lets us publish", hint=hint)


def size_problems(folder: Path, name: str) -> Iterator[Problem]:
    """Whether a run, and each of its files, stays within its budget."""
    sizes = {path: path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink()}
    for path, size in sizes.items():
        if size > FILE_BYTES:
            place = f"{name}/{path.relative_to(folder).as_posix()}"
            yield Problem(place, 0, f"has {_mib(size)}; a file may have {_mib(FILE_BYTES)}", hint=ADVICE)
    total = sum(sizes.values())
    if total > RUN_BYTES:
        largest = max(sizes, key=lambda path: sizes[path]).relative_to(folder).as_posix()
        message = f"has {_mib(total)}; a run may have {_mib(RUN_BYTES)} (largest: {largest})"
        yield Problem(name, 0, message, hint=ADVICE)


def _mib(size: int) -> str:
    return f"{size / 1024 / 1024:.1f} MiB"


def _private(connection: duckdb.DuckDBPyConnection, path: Path, name: str) -> list[Problem]:
    """What a file holds that must not be published: as shown, and as a terminal would hide it."""
    if holds_secret(name):
        return [Problem(name.rpartition("/")[0], 0, "a file name in it must not be published", hint="rename the file")]
    try:
        content = read_content(path.read_bytes(), name)
    except (OSError, DdlbenchError):
        return []  # It cannot be read, as is told elsewhere.
    shown = clean(content)
    raw = content.decode("utf-8", "replace")
    found = privacy_problems(connection, name, shown)
    return found or (privacy_problems(connection, name, raw) if raw != shown else [])
