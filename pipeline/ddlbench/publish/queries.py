"""The queries of the pages: one file of `sql/site/` each, with rows of printed text."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal

import duckdb

from ddlbench.database import leading_comments, statements

Cells = dict[str, str | None]


@dataclass(frozen=True)
class Answer:
    """A query with its rows; every cell is the text to be printed, or None."""

    name: str
    description: str
    sql: str
    key: str | None
    columns: tuple[str, ...]
    rows: tuple[Cells, ...]

    def facts(self) -> Cells:
        """The row of a query that has just one."""
        if len(self.rows) != 1:
            raise ValueError(f"query {self.name} gives {len(self.rows)} rows, not one")
        return self.rows[0]


def run_queries(connection: duckdb.DuckDBPyConnection) -> dict[str, Answer]:
    """Run every query of `sql/site/`."""
    return {name: _answer(connection, name, sql) for name, sql in statements("site").items()}


def _answer(connection: duckdb.DuckDBPyConnection, name: str, sql: str) -> Answer:
    comments = leading_comments(sql)
    key = next((line.removeprefix("key: ") for line in comments if line.startswith("key: ")), None)
    description = " ".join(line for line in comments if not line.startswith("key: "))
    cursor = connection.execute(sql)
    columns = tuple(column[0] for column in cursor.description or [])
    rows = tuple(dict(zip(columns, map(printed, row), strict=True)) for row in cursor.fetchall())
    if key is not None and len({row[key] for row in rows}) != len(rows):
        raise ValueError(f"query {name}: its key {key} is not unique")
    return Answer(name, description, sql, key, columns, rows)


def printed(value: object) -> str | None:
    """The one text of a value; binary fractions have none, so a query must cast them to DECIMAL."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, dt.date)):
        return str(value)
    if isinstance(value, Decimal):
        return format(value, "f")
    raise TypeError(f"{value!r} has no fixed printed form; cast it to DECIMAL, INTEGER or VARCHAR")
