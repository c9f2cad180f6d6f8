"""Derived views: one SQL file each, created in the order that their references ask for."""

from __future__ import annotations

import duckdb

from ddlbench.database import identifier, leading_comments, literal, statements, table_columns


def create_views(connection: duckdb.DuckDBPyConnection) -> list[str]:
    """Create every view of `sql/views/`, its leading comment as its description; returns their names."""
    create_log_row(connection)
    waiting = statements("views")
    created: list[str] = []
    while waiting:
        ready = [name for name, sql in waiting.items() if not _mentions(sql, {*waiting} - {name})]
        if not ready:
            raise ValueError(f"views refer to each other in a circle: {', '.join(sorted(waiting))}")
        for name in ready:
            sql = waiting.pop(name)
            connection.execute(f"CREATE OR REPLACE VIEW {identifier(name)} AS {sql}")
            connection.execute(f"COMMENT ON VIEW {identifier(name)} IS {literal(' '.join(leading_comments(sql)))}")
            created.append(name)
    return sorted(created)


def create_log_row(connection: duckdb.DuckDBPyConnection) -> None:
    """Create the view `log_row`: of every row that stands in a file, its table, file and line."""
    tables = [name for name, columns in table_columns(connection).items() if {"file", "line"} <= columns.keys()]
    rows = [
        f"SELECT {literal(table)} AS table_name, file, line FROM {identifier(table)} WHERE line IS NOT NULL"
        for table in tables
        if table != "log_row"
    ]
    connection.execute(f"CREATE OR REPLACE VIEW log_row AS {' UNION ALL '.join(rows)}")
    comment = "Every row of every table that comes from a line of a file: its table, file and line."
    connection.execute(f"COMMENT ON VIEW log_row IS {literal(comment)}")


def _mentions(sql: str, names: set[str]) -> bool:
    words = set("".join(c if c.isalnum() or c == "_" else " " for c in sql).split())
    return bool(words & names)
