"""Tables and views as files, with the data dictionary that the schema's comments make."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace

import duckdb

from ddlbench import database
from ddlbench.database import COPY_OPTIONS, identifier, literal, row_hash
from ddlbench.publish.kept import Kept, hash_of_code

FIELD_TYPES = {"BIGINT": "integer", "INTEGER": "integer", "DOUBLE": "number", "BOOLEAN": "boolean", "DATE": "date"}
"""Types of the Data Package standard; DECIMAL is a number too, all others are strings."""


MOST_TEXT_ROWS = 10_000
"""Rows up to which a table is published as CSV and JSON too, which take fifty times the room of Parquet."""

MOST_ROWS = 200_000
"""Rows up to which a table is one file, since these take a fifth of a second to write: of several files, a build in
which a run has come writes one anew."""

PARTS = 16
"""Files of a table with more rows."""

FOLDER = "downloads/tables"

MEDIA_TYPES = {"csv": "text/csv", "parquet": "application/vnd.apache.parquet"}


@dataclass(frozen=True)
class Column:
    """A column of the data dictionary."""

    name: str
    type: str
    comment: str


@dataclass(frozen=True)
class Table:
    """A table or view of the data dictionary; its rows are counted when it is written."""

    name: str
    kind: str
    comment: str
    columns: tuple[Column, ...]
    row_count: int = 0

    @property
    def forms(self) -> list[str]:
        """The forms in which it is published: the small one alone for many rows."""
        return ["parquet"] if self.row_count > MOST_TEXT_ROWS else list(COPY_OPTIONS)

    @property
    def has_lines(self) -> bool:
        """Whether its rows come from lines of files."""
        return {"file", "line"} <= {each.name for each in self.columns}

    @property
    def part(self) -> str:
        """An expression for the number of the file that a row stands in: 0 where there is one file."""
        return f"hash(file) % {PARTS}" if self.row_count > MOST_ROWS and self.has_lines else "0"

    @property
    def files(self) -> list[str]:
        """The names of its files, without their form, in the order of their numbers."""
        return [self.name] if self.part == "0" else [f"{self.name}-{part:02}" for part in range(PARTS)]

    @property
    def downloads(self) -> dict[str, str]:
        """Where its files are, each by what a reader chooses: the form, with the number among several."""
        if len(self.files) == 1:
            return {form: f"{FOLDER}/{self.name}.{form}" for form in self.forms}
        [form] = self.forms
        return {f"{form} {number:02}": f"{FOLDER}/{file}.{form}" for number, file in enumerate(self.files)}


class TableWriter:
    """Writes every table and view in each form below `out`, in one order of rows, and what describes them.

    What has the rows that it had in the version before is `kept`.
    """

    def __init__(self, connection: duckdb.DuckDBPyConnection, kept: Kept) -> None:
        self.known = read_dictionary(connection)
        self.kept, self.out = kept, kept.out
        (self.out / FOLDER).mkdir(parents=True)
        self.code = hash_of_code(__file__, str(database.__file__)), duckdb.__version__

    def write(self, connection: duckdb.DuckDBPyConnection, known: list[Table]) -> list[Table]:
        """Write some of the known ones, as a connection sees them; gives them with the number of their rows."""
        counts = [f"SELECT {literal(each.name)}, count(*) FROM {identifier(each.name)}" for each in known]
        rows = dict(connection.execute(" UNION ALL ".join(counts)).fetchall() if counts else ())
        counted = [replace(each, row_count=rows[each.name]) for each in known]
        for table in counted:
            self._write(connection, table)
        return counted

    def _write(self, connection: duckdb.DuckDBPyConnection, table: Table) -> None:
        marks = self._made_of(connection, table)
        for part, file in enumerate(table.files):
            paths = {form: f"{FOLDER}/{file}.{form}" for form in table.forms}
            if not self.kept.taken_over(file, marks[part], paths.values()):
                self._copy(connection, table, f"{table.part} = {part}", paths)
                self.kept.made(file, marks[part], paths.values())

    def _made_of(self, connection: duckdb.DuckDBPyConnection, table: Table) -> list[str]:
        """A hash for each part of a table: of its columns, and of its rows, whatever their order."""
        hashed = row_hash({each.name: each.type for each in table.columns})
        query = f"SELECT {table.part}, count(*), sum({hashed}) FROM {identifier(table.name)}"
        sums = {part: found for part, *found in connection.execute(f"{query} GROUP BY 1").fetchall()}
        known = self.code, replace(table, row_count=0)
        wholes = [repr((known, part, sums.get(part))) for part in range(len(table.files))]
        return [hashlib.sha256(whole.encode()).hexdigest() for whole in wholes]

    def _copy(self, connection: duckdb.DuckDBPyConnection, table: Table, condition: str, paths: dict[str, str]) -> None:
        """Write the rows of a table that meet a condition, in their one order, to a file a form."""
        # DuckDB makes a column of Parquet required if it knows of no NULL, and what it knows depends on how the rows
        # came to be stored. Of this branch, which gives no row, it knows only that it could give one of NULLs.
        unknown = f"SELECT {', '.join(['NULL'] * len(table.columns))} FROM range(0)"
        rows = f"(FROM {identifier(table.name)} WHERE {condition} UNION ALL {unknown})"
        if len(paths) > 1:
            connection.execute(f"CREATE OR REPLACE TEMP TABLE published AS {rows} ORDER BY ALL")
            rows = "FROM published"
        elif table.has_lines:
            rows = _by_line(table, condition, rows)
        else:
            rows += " ORDER BY ALL"
        for form, path in paths.items():
            connection.execute(f"COPY ({rows}) TO {literal(str(self.out / path))} ({COPY_OPTIONS[form]})")

    def describe(self, connection: duckdb.DuckDBPyConnection, written: list[Table]) -> list[Table]:
        """Write `datapackage.json`, when all is written; gives the tables and views by name."""
        dictionary = sorted(written, key=lambda table: table.name)
        package = {
            "$schema": "https://datapackage.org/profiles/2.0/datapackage.json",
            "name": "ddlbench",
            "title": "ddlbench: the cost of online schema changes",
            "licenses": [{"name": "CC-BY-4.0", "path": "https://creativecommons.org/licenses/by/4.0/"}],
            "sources": _sources(connection),
            "resources": [_resource(table) for table in dictionary],
        }
        text = json.dumps(package, ensure_ascii=False, indent=2) + "\n"
        (self.out / "downloads" / "datapackage.json").write_text(text, "utf-8")
        return dictionary


def _by_line(table: Table, condition: str, rows: str) -> str:
    """A query for rows in the order of the lines that they come from.

    Sorting by two numbers takes half the time that sorting by the names of the files does. Of rows that come from one
    line the hash decides.
    """
    return (
        "WITH ranked AS MATERIALIZED (SELECT file, row_number() OVER (ORDER BY file) AS rank "
        f"FROM (SELECT DISTINCT file FROM {identifier(table.name)} WHERE {condition})) "
        f"SELECT row.* FROM {rows} AS row LEFT JOIN ranked USING (file) ORDER BY (rank << 32) | line, hash(row)"
    )


def _sources(connection: duckdb.DuckDBPyConnection) -> list[dict[str, str]]:
    """The publications whose figures are in the tables, each with its publisher and its terms."""
    rows = connection.execute(
        "SELECT source_id, title_en, publisher, licence, address FROM source ORDER BY source_id"
    ).fetchall()
    return [
        {"title": f"{source_id}: {title} ({', '.join(filter(None, (publisher, licence)))})"}
        | ({"path": address} if address else {})
        for source_id, title, publisher, licence, address in rows
    ]


def read_dictionary(connection: duckdb.DuckDBPyConnection) -> list[Table]:
    """The tables and views of the database with their comments, by name."""
    relations = connection.execute(
        "SELECT table_name AS name, 'table' AS kind, comment FROM duckdb_tables() "
        "WHERE database_name = current_database() AND schema_name = 'main' AND NOT internal AND NOT temporary "
        "UNION ALL SELECT view_name, 'view', comment FROM duckdb_views() "
        "WHERE schema_name = 'main' AND NOT internal AND NOT temporary ORDER BY name"
    ).fetchall()
    columns: dict[str, list[Column]] = {}
    for name, *column in connection.execute(
        "SELECT table_name, column_name, data_type, coalesce(comment, '') FROM duckdb_columns() "
        "WHERE database_name = current_database() AND schema_name = 'main' AND NOT internal "
        "ORDER BY table_name, column_index"
    ).fetchall():
        columns.setdefault(name, []).append(Column(*column))
    return [Table(name, kind, comment or "", tuple(columns[name])) for name, kind, comment in relations]


def _resource(table: Table) -> dict[str, object]:
    fields = [
        {"name": column.name, "type": _field_type(column.type), "description": column.comment}
        for column in table.columns
    ]
    form = table.forms[0]
    paths = [f"tables/{file}.{form}" for file in table.files]
    return {
        "name": table.name.replace("_", "-"),
        "path": paths if len(paths) > 1 else paths[0],
        "format": form,
        "mediatype": MEDIA_TYPES[form],
        **({"encoding": "utf-8"} if form == "csv" else {}),
        "description": table.comment,
        "schema": {"fields": fields},
    }


def _field_type(data_type: str) -> str:
    return "number" if data_type.startswith("DECIMAL") else FIELD_TYPES.get(data_type, "string")
