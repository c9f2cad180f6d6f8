"""Derived views: one SQL file each, created in the order that their references ask for."""

from __future__ import annotations

import duckdb

from ddlbench.database import identifier, leading_comments, literal, statements


def create_views(connection: duckdb.DuckDBPyConnection) -> list[str]:
    """Create every view of `sql/views/`, its leading comment as its description; returns their names."""
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


def _mentions(sql: str, names: set[str]) -> bool:
    words = set("".join(c if c.isalnum() or c == "_" else " " for c in sql).split())
    return bool(words & names)
