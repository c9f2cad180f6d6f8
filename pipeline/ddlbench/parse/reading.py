"""What formats make of the lines of texts that may not be theirs: the rule that takes each, and what detects them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import duckdb
import numpy as np
from numpy.typing import NDArray

from ddlbench.parse import lines
from ddlbench.parse.batch import at_start, fill_batch
from ddlbench.parse.format import Format, Pattern
from ddlbench.parse.read import Log

Numbers = NDArray[Any]
Flags = NDArray[np.bool_]

UNKNOWN, TEXT, NOISE, ROW = range(4)
"""What a format makes of a line: nothing, some text of an open section, noise, (a part of) a row."""

ANY_TEXT = {"^.*$", "^.+$", "^(?P<text>.*)$"}
"""Expressions of patterns that take whatever stands in their section."""


@dataclass(frozen=True)
class Reading:
    """How a format reads a text, line by line; places count from 0.

    `rules` has the number of the rule that takes each line, 0 for a blank line and -1 where there is none. `begins` is
    true of a line that detects the format, some of them with the line below.
    """

    rules: Numbers
    begins: Flags


def readings(connection: duckdb.DuckDBPyConnection, form: Format, logs: list[Log]) -> list[Reading]:
    """How a format reads the texts of some logs, were they its own."""
    if not logs:
        return []
    with connection.cursor() as cursor:
        fill_batch(cursor, logs)
        found = cursor.execute(lines.read(form), {"detect": at_start(form.detect)}).fetchnumpy()
    return _by_file(found, list(range(len(logs))))


def classified_readings(
    connection: duckdb.DuckDBPyConnection, form: Format, with_lanes: bool, files: list[int]
) -> list[Reading]:
    """How the format of the classified batch reads some files of it, by their numbers in ascending order."""
    query = lines.classified_lines(with_lanes)
    found = connection.execute(query, {"detect": at_start(form.detect), "files": files}).fetchnumpy()
    return _by_file(found, files)


def _by_file(found: dict[str, Numbers], files: list[int]) -> list[Reading]:
    ends = np.searchsorted(found["file_no"], files[1:])
    parts = (np.split(np.asarray(found[name]), ends) for name in ("rule", "begins"))
    return [Reading(rules, begins) for rules, begins in zip(*parts, strict=True)]


def detected_in(connection: duckdb.DuckDBPyConnection, formats: dict[str, Format], log: Log) -> list[str]:
    """The formats that lines of a text detect."""
    with connection.cursor() as cursor:
        fill_batch(cursor, [log])
        lines_below = f"SELECT file_no, {lines.WITH_BELOW} AS text FROM ({lines.SPLIT})"
        return detected(cursor, formats.values(), lines_below).get(0, [])


def detected(connection: duckdb.DuckDBPyConnection, formats: Iterable[Format], asked: str) -> dict[int, list[str]]:
    """By the number of a file, the formats that lines of it detect.

    `asked` is a query for these lines: `file_no`, and `text`, some of which has the line below.
    """
    known = {form.name: at_start(form.detect) for form in formats}
    hits = ", ".join(f"bool_or(regexp_matches(text, $d{number}))" for number in range(len(known)))
    rows = connection.execute(
        f"SELECT file_no, [{hits}] FROM ({asked}) WHERE regexp_matches(text, $either) GROUP BY file_no",
        {"either": "|".join(known.values()), **{f"d{number}": each for number, each in enumerate(known.values())}},
    ).fetchall()
    return {file: [name for name, hit in zip(known, hits, strict=True) if hit] for file, hits in rows}


def kinds(form: Format) -> Numbers:
    """What each rule of a format makes of a line, by the numbers of `Reading.rules`."""
    return np.array([NOISE, *map(_kind, form.rules.values()), UNKNOWN], dtype=np.int8)


def _kind(rule: object) -> int:
    if isinstance(rule, Pattern) and rule.expression in ANY_TEXT:
        return TEXT
    return NOISE if isinstance(rule, Pattern) and rule.noise else ROW


def next_place(flags: Flags) -> Numbers:
    """The first place at or below each that a flag stands at; their count where none does, and at the end."""
    count = len(flags)
    places = np.where(flags, np.arange(count, dtype=np.int32), count)
    return np.append(np.minimum.accumulate(places[::-1])[::-1], count)


def last_place(flags: Flags) -> Numbers:
    """The last place at or above each that a flag stands at; -1 where none does."""
    return np.maximum.accumulate(np.where(flags, np.arange(len(flags), dtype=np.int32), -1))
