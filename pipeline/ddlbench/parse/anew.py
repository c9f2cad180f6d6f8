"""Executions whose start is not in the log: figures that someone picked from several logs, and logs cut at the head.

A fold with `goes_on` tells them. What they begin is numbered in `placed`, before any row is made of it.
"""

from __future__ import annotations

from typing import Any

import duckdb
import numpy as np
from numpy.typing import NDArray

from ddlbench.parse import compile
from ddlbench.parse.format import Fold, Format

Numbers = NDArray[Any]


def number_heads(cursor: duckdb.DuckDBPyConnection, form: Format, name: str) -> None:
    """Count what stands above the first start of a file as an execution of its own, if it has figures of the fold.

    If it has none, such as a warning, it belongs to that start.
    """
    if not cursor.execute("SELECT 1 FROM placed WHERE execution_no = 0 LIMIT 1").fetchall():
        return
    numbers = ", ".join(str(number) for number in _figures(form, name))
    cursor.execute(
        "CREATE OR REPLACE TEMP TABLE placed AS "
        "SELECT placed.* REPLACE (CASE WHEN headless.file_no IS NULL THEN greatest(execution_no, 1) "
        "ELSE execution_no + 1 END AS execution_no) FROM placed LEFT JOIN ("
        f"SELECT DISTINCT file_no FROM placed WHERE execution_no = 0 AND pattern IN ({numbers})"
        ") AS headless USING (file_no) ORDER BY speaker"
    )


def _figures(form: Format, name: str) -> list[int]:
    """Numbers of the patterns of a fold, and of those that open its block with rows that are no start."""
    block = form.folds[name].block
    starts = {fold for fold, each in form.folds.items() if each.block == "execution"}
    return [
        number
        for number, pattern in enumerate(form.patterns.values(), start=1)
        if pattern.fold == name or (block in pattern.starts and pattern.fold not in starts and not pattern.noise)
    ]


def more_than_one_end(cursor: duckdb.DuckDBPyConnection, fold: Fold, rows: str) -> bool:
    """Whether an execution has several rows of a fold that end it, or a row a value that may stand there once."""
    again = [
        f"contains({column}, {separator!r}) "
        f"AND len(list_distinct(string_split({column}, {separator!r}))) < len(string_split({column}, {separator!r}))"
        for column, separator in fold.join.items()
        if column in fold.once
    ]
    query = (
        f"SELECT 1 FROM {rows} WHERE NOT ({fold.goes_on}) GROUP BY file_no, execution_no HAVING count(*) > 1 "
        + "".join(f"UNION ALL SELECT 1 FROM {rows} WHERE {each} " for each in again)
        + "LIMIT 1"
    )
    return bool(cursor.execute(query).fetchall())


def begin(cursor: duckdb.DuckDBPyConnection, form: Format, name: str) -> None:
    """Number the executions of `placed` and `fold_line` anew: another one begins where `fold_line` has a value of a row
    again, and below a row that ends one, if the same execution has more.
    """
    beginnings = _beginnings(cursor, form, name)
    for table in ("placed", "fold_line"):
        lines = cursor.execute(f"SELECT file_no, line FROM {table}").fetchnumpy()
        places = _places(lines["file_no"], lines["line"])
        heads = _places(lines["file_no"], np.zeros_like(lines["line"]))
        more = np.searchsorted(beginnings, places, side="right") - np.searchsorted(beginnings, heads)
        cursor.register("above", {"beginnings": more})
        cursor.execute(
            f"CREATE OR REPLACE TEMP TABLE {table} AS SELECT {table}.* "
            f"REPLACE ((execution_no + beginnings)::INTEGER AS execution_no) FROM {table} POSITIONAL JOIN above"
        )
        cursor.unregister("above")


def _places(files: Numbers, lines: Numbers) -> Numbers:
    """Files and lines as one number each, which order them."""
    return (files.astype(np.int64) << 32) + lines


def _beginnings(cursor: duckdb.DuckDBPyConnection, form: Format, name: str) -> Numbers:
    """The places where another execution begins, in their order.

    Where one began with a figure that stood there already, it has no other figures than the one above it: they are of
    yet another log, or of a second search.
    """
    lines = cursor.execute(compile.anew_lines(form, name)).fetchnumpy()
    names = ("file_no", "line", "execution_no", "opens", "goes_on", "given", "joined", "once")
    found: list[tuple[int, int]] = []
    above, goes_on, last = (-1, -1), True, 0
    part = _Part()
    for file, line, execution, opens, more, *figures in zip(*(lines[each].tolist() for each in names), strict=True):
        again = not opens and (part.has(*figures) or part.is_unlike(*figures))
        if again or (opens and above == (file, execution) and not goes_on):
            found.append((file, line if again else last + 1))
        if again or opens:
            part, goes_on = _Part(part if again and part.has(*figures) else None), bool(opens and more)
        part.add(*figures)
        above, last = (file, execution), line
    files, places = zip(*found, strict=True) if found else ((), ())
    return _places(np.array(files, dtype=np.int64), np.array(places, dtype=np.int64))


class _Part:
    """The figures of one row so far, as bits of columns; it is to have no others than the row it is `like`."""

    def __init__(self, like: _Part | None = None) -> None:
        self.given, self.joined, self.once = 0, 0, set[str]()
        self.like = like

    def has(self, given: int, _: int, once: str) -> bool:
        """Whether a figure of a line stands in the row already."""
        return bool(given & self.given) or once in self.once

    def is_unlike(self, given: int, joined: int, _: str) -> bool:
        """Whether a line has a figure that the row is not to have."""
        return self.like is not None and bool(given & ~self.like.given or joined & ~self.like.joined)

    def add(self, given: int, joined: int, once: str) -> None:
        """Take the figures of a line into the row."""
        self.given |= given
        self.joined |= joined
        if once:
            self.once.add(once)
