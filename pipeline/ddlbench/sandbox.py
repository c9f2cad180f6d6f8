"""Where queries of others are asked: in a copy of the database that reaches neither files nor network.

A query of a claim or guidance is one SELECT that gives one row: the column `verdict` and the deciding numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args

import duckdb

from ddlbench.database import (
    LIMITS,
    Cells,
    connect,
    identifier,
    literal,
    printed,
    select,
    statements,
    time_limit,
)
from ddlbench.errors import DdlbenchError
from ddlbench.models import Verdict
from ddlbench.views import create_macros, create_views, freeze_views

WORDS = get_args(Verdict)
JUDGED = ("assertion_text", "check_finding", "evidence_verdict", "verdict")
"""Tables that are filled last, from what is in all others: no query decides by them."""
TIME_LIMIT_S = 20.0
WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Part:
    """What one query gives; `fault` says why there is no verdict."""

    number: int
    verdict: str | None
    numbers: Cells = field(default_factory=dict)
    fault: str = ""


@contextmanager
def sandbox(connection: duckdb.DuckDBPyConnection, queries: str | None = None) -> Iterator[duckdb.DuckDBPyConnection]:
    """A copy of the database, locked: what is asked there reaches neither files nor network.

    It holds what `queries` mention, of views the rows that they have; or, without, all tables and the views themselves.
    """
    words = None if queries is None else mentioned(queries)
    with TemporaryDirectory(prefix="ddlbench-") as folder:
        path = Path(folder) / "sandbox.duckdb"
        # It is gone when this is done: that it survives a crash need not be paid for.
        connection.execute(f"ATTACH {literal(str(path))} AS sandbox (RECOVERY_MODE no_wal_writes)")
        for name in copied(connection, words):
            connection.execute(f"CREATE TABLE sandbox.{identifier(name)} AS FROM {identifier(name)}")
        connection.execute("DETACH sandbox")
        with connect(path) as box:
            box.execute("SET fsync_mode = 'NONE'")
            if words is None:
                create_views(box, commented=False)
                freeze_views(box)
            else:
                create_macros(box, words)
            for setting in LIMITS:
                box.execute(setting)
            yield box


def copied(connection: duckdb.DuckDBPyConnection, words: list[str] | None) -> list[str]:
    """All tables; or the tables and views that are among the words, without those that are filled last."""
    tables = (
        "SELECT table_name FROM duckdb_tables() "
        "WHERE database_name = current_database() AND schema_name = 'main' AND NOT temporary"
    )
    views = "SELECT view_name FROM duckdb_views() WHERE NOT internal"
    query = tables if words is None else f"{tables} UNION {views}"
    names = [name for (name,) in connection.execute(f"{query} ORDER BY ALL").fetchall()]
    return names if words is None else [name for name in names if name in words and name not in JUDGED]


def mentioned(queries: str) -> list[str]:
    """The words of queries, and of the macros that they use: every table and view that they read is among them."""
    macros = statements("macros")
    words = set(WORD.findall(queries.lower()))
    used = [WORD.findall(sql.lower()) for name, sql in macros.items() if name in words]
    return sorted(words.union(*used))


def ask(box: duckdb.DuckDBPyConnection, number: int, query: str) -> Part:
    """What one query gives."""
    try:
        with time_limit(box, TIME_LIMIT_S):
            cursor = box.execute(select(box, query, "query"))
            names = [column[0] for column in cursor.description or []]
            rows = cursor.fetchmany(2)
    except DdlbenchError as error:
        return Part(number, None, fault=error.problems[0].message)
    except duckdb.InterruptException:
        return Part(number, None, fault=f"takes more than {TIME_LIMIT_S:.0f} s")
    except duckdb.Error as error:
        return Part(number, None, fault=str(error).strip().splitlines()[0])
    return _part(number, names, rows)


def _part(number: int, names: list[str], rows: list[tuple[object, ...]]) -> Part:
    if "verdict" not in names or len(rows) != 1:
        return Part(number, None, fault="must give one row, with a column `verdict`")
    try:
        cells = dict(zip(names, map(printed, rows[0]), strict=True))
    except TypeError as error:
        return Part(number, None, fault=str(error))
    verdict = cells.pop("verdict")
    if verdict not in WORDS:
        return Part(number, None, cells, f"gives the verdict `{verdict}`; known are {', '.join(WORDS)}")
    return Part(number, verdict, cells)
