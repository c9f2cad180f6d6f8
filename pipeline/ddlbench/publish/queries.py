"""The queries of the pages: one file of `sql/site/` each, with rows of printed text."""

from __future__ import annotations

import csv
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import duckdb

from ddlbench.database import Cells as Cells
from ddlbench.database import leading_comments, statements
from ddlbench.database import printed as printed
from ddlbench.views import reader


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
    """Run every query of `sql/site/`, two at a time: each runs on one thread."""
    queries = statements("site")
    halves = [list(queries.items())[number::2] for number in range(2)]
    with ThreadPoolExecutor(2) as threads:
        found = [answer for half in threads.map(_answers, [connection, reader(connection)], halves) for answer in half]
    answers = {answer.name: answer for answer in found}
    return {name: answers[name] for name in queries}


def _answers(connection: duckdb.DuckDBPyConnection, queries: list[tuple[str, str]]) -> list[Answer]:
    return [_answer(connection, name, sql) for name, sql in queries]


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
