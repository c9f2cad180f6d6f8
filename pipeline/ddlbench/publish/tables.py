"""Tables and views as files, with the data dictionary that the schema's comments make."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import duckdb

from ddlbench.database import COPY_OPTIONS, identifier, literal

FIELD_TYPES = {"BIGINT": "integer", "INTEGER": "integer", "DOUBLE": "number", "BOOLEAN": "boolean", "DATE": "date"}
"""Types of the Data Package standard; DECIMAL is a number too, all others are strings."""


MOST_TEXT_ROWS = 10_000
"""Rows up to which a table is published as CSV and JSON too, which take fifty times the room of Parquet."""

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


def write_tables(connection: duckdb.DuckDBPyConnection, folder: Path) -> list[Table]:
    """Write every table and view in each form, in one order of rows, and describe them in `datapackage.json`."""
    (folder / "tables").mkdir()
    known = read_dictionary(connection)
    tables, views = ([each for each in known if each.kind == kind] for kind in ("table", "view"))
    # Views of this connection may be temporary tables, which no other one sees.
    with connection.cursor() as other, ThreadPoolExecutor(1) as beside:
        written = beside.submit(_write_each, other, tables, folder / "tables")
        dictionary = [*_write_each(connection, views, folder / "tables"), *written.result()]
    dictionary.sort(key=lambda table: table.name)
    package = {
        "$schema": "https://datapackage.org/profiles/2.0/datapackage.json",
        "name": "ddlbench",
        "title": "ddlbench: the cost of online schema changes",
        "licenses": [{"name": "CC-BY-4.0", "path": "https://creativecommons.org/licenses/by/4.0/"}],
        "sources": _sources(connection),
        "resources": [_resource(table) for table in dictionary],
    }
    (folder / "datapackage.json").write_text(json.dumps(package, ensure_ascii=False, indent=2) + "\n", "utf-8")
    return dictionary


def _write_each(connection: duckdb.DuckDBPyConnection, tables: list[Table], folder: Path) -> list[Table]:
    written = [_write(connection, table, folder) for table in tables]
    connection.execute("DROP TABLE IF EXISTS published")
    return written


def _write(connection: duckdb.DuckDBPyConnection, table: Table, folder: Path) -> Table:
    """Write one table or view in its forms; gives it with the number of its rows."""
    # A table of its own: what a file holds beside its rows must not depend on how the rows came to be stored.
    connection.execute(f"CREATE OR REPLACE TEMP TABLE published AS FROM {identifier(table.name)} ORDER BY ALL")
    [(count,)] = connection.execute("SELECT count(*) FROM published").fetchall()
    counted = replace(table, row_count=count)
    for form in counted.forms:
        place = literal(str(folder / f"{table.name}.{form}"))
        connection.execute(f"COPY (FROM published) TO {place} ({COPY_OPTIONS[form]})")
    return counted


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
        "WHERE schema_name = 'main' AND NOT internal AND NOT temporary "
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
    return {
        "name": table.name.replace("_", "-"),
        "path": f"tables/{table.name}.{form}",
        "format": form,
        "mediatype": MEDIA_TYPES[form],
        **({"encoding": "utf-8"} if form == "csv" else {}),
        "description": table.comment,
        "schema": {"fields": fields},
    }


def _field_type(data_type: str) -> str:
    return "number" if data_type.startswith("DECIMAL") else FIELD_TYPES.get(data_type, "string")
