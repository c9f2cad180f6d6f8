"""Any log files to rows, without a project: what `ddlbench parse` and `ddlbench explain` do."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from glob import glob
from pathlib import Path

import duckdb

from ddlbench.errors import DdlbenchError, Problem
from ddlbench.parse.batch import Parser, detect
from ddlbench.parse.embedded import embedded
from ddlbench.parse.format import Format
from ddlbench.parse.mixed import divided
from ddlbench.parse.read import Log, read_bytes, read_log
from ddlbench.parse.rejoined import rejoined
from ddlbench.parse.restored import may_be_stripped, outdented, restored
from ddlbench.parse.wrapped import unwrapped, without_indent, without_padding

GROUP_BYTES = 24 * 1024 * 1024
"""Text that is read before the formats of its logs are found together: at first as much as the first batch has."""

LARGEST_GROUP_BYTES = 64 * 1024 * 1024
GROUP_FILES = 4000
STDIN = "-"

REPAIRS: dict[str, Callable[[str], str | None]] = {"gh_ost": rejoined}
"""By format, what undoes what others do to its lines."""


def expand(arguments: list[str]) -> tuple[list[str], list[Problem]]:
    """Files that arguments name: files, folders (all files below), patterns, `-` for stdin; and what is missing."""
    files: list[str] = []
    problems = []
    for argument in arguments:
        path = Path(argument)
        if path.is_dir():
            found = sorted(_below(str(path)))
        elif argument == STDIN or path.exists():
            found = [argument]
        else:
            found = sorted(each for each in glob(argument, recursive=True) if Path(each).is_file())  # noqa: PTH207
        if not found:
            problems.append(Problem(argument, 0, "is not there", hint="name a file, a folder, a pattern or `-`"))
        files += found
    return list(dict.fromkeys(files)), problems


def _below(folder: str) -> Iterator[str]:
    """All files below a folder; links to folders are not followed. Paths as texts: a `Path` a file takes far longer."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from _below(entry.path)
            elif entry.is_file():
                yield entry.path.removeprefix("./")


def read_any(file: str) -> Log:
    """A log from a file, or from stdin for `-`."""
    if file == STDIN:
        return read_bytes(sys.stdin.buffer.read(), STDIN)
    return read_log(file, file)


def grouped(logs: Iterable[Log]) -> Iterator[list[Log]]:
    """Logs in groups of bounded size."""
    group: list[Log] = []
    size, most = 0, GROUP_BYTES
    for log in logs:
        group.append(log)
        size += len(log.text)
        if size > most or len(group) >= GROUP_FILES:
            yield group
            group, size, most = [], 0, min(2 * most, LARGEST_GROUP_BYTES)
    if group:
        yield group


def readable(files: list[str], root: Path | None, problems: list[Problem]) -> Iterator[Log]:
    """Logs that can be read, named as given; the others become problems."""
    for file in files:
        try:
            yield read_any(file) if root is None else read_log(f"{root}/{file}", file)
        except DdlbenchError as error:
            problems += error.problems


def recognised(
    connection: duckdb.DuckDBPyConnection, formats: dict[str, Format], logs: Iterable[Log], problems: list[Problem]
) -> Iterator[tuple[Log, str]]:
    """Logs with the names of their formats; what no format recognises becomes a problem."""
    hint = "known formats: " + ", ".join(f"`{name}`" for name in formats)
    with connection.cursor() as cursor:
        for group in grouped(logs):
            found = detect(cursor, formats, [each.text for each in group])
            for printed, known in zip(group, found, strict=True):
                log, form = _unpadded(cursor, formats, printed, known)
                bare = _outdented(cursor, formats, log) or (None if form else _unwrapped(cursor, formats, log))
                inner, name = bare or (log, form)
                if name is None:
                    problems.append(Problem(log.name, 0, "no format recognises this file", hint=hint))
                else:
                    yield _restored(cursor, formats, inner, name)


def _unpadded(
    connection: duckdb.DuckDBPyConnection, formats: dict[str, Format], log: Log, form: str | None
) -> tuple[Log, str | None]:
    """The log without blanks at the ends of its lines."""
    text = without_padding(log.text)
    if text is None:
        return log, form
    [found] = detect(connection, formats, [text])
    return (replace(log, text=text), found) if found else (log, form)


def _outdented(connection: duckdb.DuckDBPyConnection, formats: dict[str, Format], log: Log) -> tuple[Log, str] | None:
    text = without_indent(log.text) or outdented(log.text)
    [form] = [None] if text is None else detect(connection, formats, [text])
    return (replace(log, text=text), form) if form is not None and text is not None else None


def _restored(
    connection: duckdb.DuckDBPyConnection, formats: dict[str, Format], log: Log, form: str
) -> tuple[Log, str]:
    repair = REPAIRS.get(form, restored if may_be_stripped(log.text) else None)
    text = repair(log.text) if repair else None
    if text is None:
        return log, form
    [found] = detect(connection, formats, [text])
    return replace(log, text=text), found or form


def _unwrapped(connection: duckdb.DuckDBPyConnection, formats: dict[str, Format], log: Log) -> tuple[Log, str] | None:
    for inner in unwrapped(log):
        [form] = detect(connection, formats, [inner.text])
        if form is not None:
            return inner, form
    return None


def taken_blocks(
    connection: duckdb.DuckDBPyConnection,
    formats: dict[str, Format],
    logs: Iterable[Log],
    problems: list[Problem],
    tell: Callable[[str], None],
) -> Iterator[tuple[Log, str]]:
    """The blocks of known formats within texts, told as they are taken; a text without any becomes a problem."""
    with connection.cursor() as cursor:
        for log in logs:
            found = False
            for inner, form, blocks in embedded(cursor, formats, log):
                found = True
                places = ", ".join(f"{first}-{last}" for first, last in blocks)
                tell(f"{log.name}: took lines {places} as `{form}`")
                yield inner, form
            if not found:
                problems.append(Problem(log.name, 0, "holds no block of a known format"))


def parse_files(
    connection: duckdb.DuckDBPyConnection,
    formats: dict[str, Format],
    files: list[str],
    tell_embedded: Callable[[str], None] | None = None,
) -> tuple[list[Problem], list[Problem]]:
    """Put the rows of files into the log tables of a database; with `tell_embedded`, those of blocks within prose.

    Returns what could not be read or recognised, and the lines that are not accounted for.
    """
    unread: list[Problem] = []
    unaccounted: list[Problem] = []
    read = readable(files, None, unread)
    parser = Parser(connection, formats)
    if tell_embedded:
        parsed = parser.parse(taken_blocks(connection, formats, read, unread, tell_embedded))
    else:
        parsed = parser.parse(recognised(connection, formats, read, unread), divide=divided(formats))
    for _, problems in parsed:
        unaccounted += problems
    return sorted(unread), sorted(unaccounted)
