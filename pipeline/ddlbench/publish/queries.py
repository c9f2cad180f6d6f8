"""The queries of the pages: one file of `sql/site/` each, with rows of printed text."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import duckdb

from ddlbench.database import Cells as Cells
from ddlbench.database import leading_comments, statements
from ddlbench.database import printed as printed


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
    description, key = described(sql)
    cursor = connection.execute(sql)
    columns = tuple(column[0] for column in cursor.description or [])
    rows = tuple(dict(zip(columns, map(printed, row), strict=True)) for row in cursor.fetchall())
    if key is not None and len({row[key] for row in rows}) != len(rows):
        raise ValueError(f"query {name}: its key {key} is not unique")
    return Answer(name, description, sql, key, columns, rows)


def described(sql: str) -> tuple[str, str | None]:
    """What a query is for, and the column that its rows are known by, as its leading comments say."""
    comments = leading_comments(sql)
    key = next((line.removeprefix("key: ") for line in comments if line.startswith("key: ")), None)
    return " ".join(line for line in comments if not line.startswith("key: ")), key


def write_queries(answers: dict[str, Answer], folder: Path) -> None:
    """Write the rows of every query as CSV."""
    folder.mkdir()
    for name, answer in answers.items():
        write_csv(answer, folder / f"{name}.csv")


def write_csv(answer: Answer, path: Path) -> None:
    """Write the rows of a query as CSV."""
    text = StringIO()
    writer = csv.DictWriter(text, answer.columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(answer.rows)
    path.write_text(text.getvalue(), "utf-8")
