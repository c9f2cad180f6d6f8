"""Derived views: one SQL file each, created in the order that their references ask for."""

from __future__ import annotations

import re

import duckdb

from ddlbench.database import identifier, leading_comments, literal, statements, table_columns

REFERENCE = re.compile(r"\b(?:FROM|JOIN)\s+(\w+)")
MEANING = re.compile(r"([a-z0-9_]+): (.+)")


def create_views(connection: duckdb.DuckDBPyConnection) -> list[str]:
    """Create every view of `sql/views/`, then every macro of `sql/macros/`; returns the names of the views.

    The leading comment of a file describes the view; its lines `column: meaning` describe columns. A column that no
    line describes means what the column of that name means in the tables and in the views before.
    """
    for (name,) in connection.execute("SELECT view_name FROM duckdb_views() WHERE NOT internal").fetchall():
        connection.execute(f"DROP VIEW {identifier(name)}")
    create_log_row(connection)
    waiting = statements("views")
    created: list[str] = []
    while waiting:
        ready = [name for name, sql in waiting.items() if not _mentions(sql, {*waiting} - {name})]
        if not ready:
            raise ValueError(f"views refer to each other in a circle: {', '.join(sorted(waiting))}")
        for name in ready:
            sql = waiting.pop(name)
            try:
                connection.execute(f"CREATE OR REPLACE VIEW {identifier(name)} AS {sql}")
            except duckdb.Error as error:
                raise ValueError(f"view {name}: {error}") from error
            created.append(name)
            meanings = {line: MEANING.fullmatch(line) for line in leading_comments(sql)}
            text = " ".join(line for line, found in meanings.items() if not found)
            connection.execute(f"COMMENT ON VIEW {identifier(name)} IS {literal(text)}")
            comment_columns(connection, name, {found[1]: found[2] for found in meanings.values() if found})
    for sql in statements("macros").values():
        connection.execute(sql)
    return sorted(created)


def comment_columns(connection: duckdb.DuckDBPyConnection, view: str, described: dict[str, str]) -> None:
    """Comment the columns of a view: as described, or as the same name is commented elsewhere."""
    rows = connection.execute(
        "SELECT column_name, comment FROM duckdb_columns() WHERE comment IS NOT NULL "
        "GROUP BY ALL ORDER BY count(*), comment"
    ).fetchall()
    known: dict[str, str] = dict(rows) | described  # Of several meanings the most frequent stands last.
    for column in table_columns(connection)[view]:
        if column in known:
            name = f"{identifier(view)}.{identifier(column)}"
            connection.execute(f"COMMENT ON COLUMN {name} IS {literal(known[column])}")


def create_log_row(connection: duckdb.DuckDBPyConnection) -> None:
    """Create the view `log_row`: of every row that stands in a file, its table, file and line."""
    tables = connection.execute(
        "SELECT table_name FROM duckdb_tables() JOIN duckdb_columns() USING (database_name, schema_name, table_name) "
        "WHERE schema_name = 'main' AND column_name IN ('file', 'line') "
        "GROUP BY table_name HAVING count(*) = 2 ORDER BY ALL"
    ).fetchall()
    rows = [
        f"SELECT {literal(table)} AS table_name, file, line FROM {identifier(table)} WHERE line IS NOT NULL"
        for (table,) in tables
    ]
    connection.execute(f"CREATE OR REPLACE VIEW log_row AS {' UNION ALL '.join(rows)}")
    comment = "Every row of every table that comes from a line of a file: its table, file and line."
    connection.execute(f"COMMENT ON VIEW log_row IS {literal(comment)}")
    comment_columns(connection, "log_row", {"table_name": "Table of the row"})


def _mentions(sql: str, names: set[str]) -> bool:
    code = "\n".join(line.partition("--")[0] for line in sql.splitlines())
    return not names.isdisjoint(REFERENCE.findall(code))
