"""Executions whose start is not in the log: figures that someone picked from several logs, and logs cut at the head.

A fold with `goes_on` tells them. What they begin is numbered in `placed`, before any row is made of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import duckdb
import numpy as np
from numpy.typing import NDArray

from ddlbench.parse import compile
from ddlbench.parse.format import Fold, Format

Numbers = NDArray[Any]

Line = tuple[int, int, int, bool, bool, int, int, int, str]
"""A line of `compile.anew_lines`."""


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
    begin_at(cursor, ["placed", "fold_line"], [(*place, 1) for place in _beginnings(cursor, form, name)])


def begin_at(cursor: duckdb.DuckDBPyConnection, tables: list[str], places: list[tuple[int, int, int]]) -> None:
    """Number the executions of tables anew: from some files and lines on, in their order, so many numbers further."""
    files, firsts, steps = zip(*places, strict=True) if places else ((), (), ())
    beginnings = _places(np.array(files, dtype=np.int64), np.array(firsts, dtype=np.int64))
    further = np.append(0, np.cumsum(np.array(steps, dtype=np.int64)))
    for table in tables:
        lines = cursor.execute(f"SELECT file_no, line FROM {table}").fetchnumpy()
        own = _places(lines["file_no"], lines["line"])
        heads = _places(lines["file_no"], np.zeros_like(lines["line"]))
        more = further[np.searchsorted(beginnings, own, side="right")] - further[np.searchsorted(beginnings, heads)]
        cursor.register("above", {"beginnings": more})
        cursor.execute(
            f"CREATE OR REPLACE TEMP TABLE {table} AS SELECT {table}.* "
            f"REPLACE ((execution_no + beginnings)::INTEGER AS execution_no) FROM {table} POSITIONAL JOIN above"
        )
        cursor.unregister("above")


def _places(files: Numbers, lines: Numbers) -> Numbers:
    """Files and lines as one number each, which order them."""
    return (files.astype(np.int64) << 32) + lines


def _beginnings(cursor: duckdb.DuckDBPyConnection, form: Format, name: str) -> list[tuple[int, int]]:
    """The files and lines where another execution begins, in their order.

    Where one began with a figure that stood there already, it has no other figures than the one above it: they are of
    yet another log, or of a second search.
    """
    lines = cursor.execute(compile.anew_lines(form, name)).fetchnumpy()
    names = ("file_no", "line", "execution_no", "opens", "goes_on", "given", "joined", "barred", "once")
    columns = [lines[each].tolist() for each in names]
    return list(_begun(zip(*columns, strict=True)))


def _begun(lines: Iterable[Line]) -> Iterator[tuple[int, int]]:
    """The files and lines where another execution begins.

    Of the row so far, `given` and `joined` have the bits of its columns and `once` the values that may stand in it
    once. It is to have no others than `like_given` and `like_joined`, those of the row that it is like.
    """
    above, goes_on, last = (-1, -1), True, 0
    given = joined = 0
    like_given = like_joined = -1
    once: set[str] = set()
    for file, line, execution, opens, more, gives, joins, bars, value in lines:
        has = not opens and (gives & given or value in once)
        again = has or (not opens and (given & bars or gives & ~like_given or joins & ~like_joined))
        if again or (opens and above == (file, execution) and not goes_on):
            yield file, line if again else last + 1
        if again or opens:
            like_given, like_joined = (given, joined) if has else (-1, -1)
            given = joined = 0
            once = set()
            goes_on = bool(opens and more)
        given |= gives
        joined |= joins
        if value:
            once.add(value)
        above, last = (file, execution), line
