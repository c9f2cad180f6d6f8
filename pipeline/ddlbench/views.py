"""Derived views: one SQL file each, created in the order that their references ask for."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache

import duckdb

from ddlbench.database import identifier, leading_comments, literal, schema_signature, statements, transaction

REFERENCE = re.compile(r"\b(?:FROM|JOIN)\s+(\w+)")
MEANING = re.compile(r"([a-z0-9_]+): (.+)")

KEYS = {
    "claim_id": "The claim",
    "engine": "Engine",
    "experiment": "The experiment",
    "file": "File that the row comes from, as its path below `data/`",
    "line": "Line of that file, counted from 1",
    "machine": "Machine",
    "run_id": "The run",
    "source_id": "The source",
    "trial_id": "The trial",
}
"""Columns that say in each view where its rows belong, as far as its file says nothing else of them."""

FREEZERS = 2

LEDGER = """
CREATE SCHEMA IF NOT EXISTS ledger;
CREATE TABLE IF NOT EXISTS ledger.view (signature VARCHAR);
"""


def create_views(connection: duckdb.DuckDBPyConnection, *, commented: bool = True) -> list[str]:
    """Create every view of `sql/views/`, then every macro of `sql/macros/`; returns the names of the views.

    The leading comment of a file describes the view; its lines `column: meaning` describe columns. A column that no
    line describes means what the column of that name means in what the view reads; raises `ValueError` where that is
    not one thing. A database that has just these views keeps them.
    """
    names = sorted(statements("views"))
    signature = schema_signature(*statements("views").values(), *statements("macros").values(), str(commented))
    with transaction(connection):
        create_log_row(connection)
        known = "SELECT view_name FROM duckdb_views() WHERE NOT internal AND NOT temporary ORDER BY ALL"
        there = [name for (name,) in connection.execute(known).fetchall()]
        for statement in LEDGER.strip().split(";\n"):
            connection.execute(statement)
        if there != names or connection.execute("FROM ledger.view").fetchall() != [(signature,)]:
            for name in there:
                connection.execute(f"DROP VIEW {identifier(name)}")
            comments = _create_in_order(connection)
            create_macros(connection)
            if commented:
                connection.execute(";\n".join(_comments(connection, comments)))
            connection.execute("DELETE FROM ledger.view")
            connection.execute("INSERT INTO ledger.view VALUES ($signature)", {"signature": signature})
    return names


def create_macros(connection: duckdb.DuckDBPyConnection, names: Collection[str] | None = None) -> None:
    """Create every macro of `sql/macros/`, or those of some names."""
    for name, sql in statements("macros").items():
        if names is None or name in names:
            connection.execute(sql)


def freeze_views(connection: duckdb.DuckDBPyConnection, unfilled: Collection[str] = ()) -> set[str]:
    """Compute every view once, into a table of the database `frozen`, which this connection reads in its place.

    Views read views: a page of a report would compute some of them dozens of times. What reads `unfilled` tables stays
    a view, until it is frozen without them. Before a table changes that frozen views read, `thaw_views` must make them
    views again. What this connection has not committed is not seen. Returns the names of what stays a view.
    """
    if not connection.execute("FROM duckdb_databases() WHERE database_name = 'frozen'").fetchall():
        connection.execute("ATTACH ':memory:' AS frozen")
    known = set(frozen_views(connection))
    waiting = set(unfilled)
    begun: dict[str, Future[None]] = {}
    with ThreadPoolExecutor(FREEZERS) as pool:
        for name, sql in _in_order():
            read = _read(sql)
            if name in known:
                continue
            if not waiting.isdisjoint(read):
                waiting.add(name)
                continue
            # Views are begun in order, so what one waits for is never behind it.
            awaited = [begun[each] for each in sorted(read & begun.keys())]
            frozen = sorted(read & (known | begun.keys()))
            begun[name] = pool.submit(_freeze, connection.cursor(), name, sql, frozen, awaited)
    for made in begun.values():
        made.result()
    see_frozen(connection, begun)
    return waiting.difference(unfilled)


def _freeze(
    cursor: duckdb.DuckDBPyConnection, name: str, sql: str, frozen: list[str], awaited: list[Future[None]]
) -> None:
    with cursor:
        for each in awaited:
            each.result()
        see_frozen(cursor, frozen)
        cursor.execute(f"CREATE OR REPLACE TABLE frozen.{identifier(name)} AS {sql}")


def see_frozen(connection: duckdb.DuckDBPyConnection, names: Iterable[str]) -> None:
    """Let a connection read what is frozen in the place of some views."""
    # One call: whoever comes back from one waits for a turn at Python.
    connection.execute(";\n".join(f"CREATE TEMP VIEW {name} AS FROM frozen.{name}" for name in map(identifier, names)))


def reader(connection: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """Another connection that reads the same, for another thread."""
    cursor = connection.cursor()
    see_frozen(cursor, frozen_views(connection))
    return cursor


def thaw_views(connection: duckdb.DuckDBPyConnection) -> None:
    """Undo `freeze_views` for this connection."""
    for name in frozen_views(connection):
        connection.execute(f"DROP VIEW temp.{identifier(name)}")


def frozen_views(connection: duckdb.DuckDBPyConnection) -> list[str]:
    """The views in whose place a connection reads frozen tables."""
    known = statements("views")
    rows = connection.execute("SELECT view_name FROM duckdb_views() WHERE temporary AND NOT internal").fetchall()
    return [name for (name,) in rows if name in known]


def _in_order() -> Iterator[tuple[str, str]]:
    """Names and SQL of the views, each after those that it reads."""
    waiting = statements("views")
    while waiting:
        ready = [name for name, sql in waiting.items() if not _read(sql) & waiting.keys() - {name}]
        if not ready:
            raise ValueError(f"views refer to each other in a circle: {', '.join(sorted(waiting))}")
        for name in ready:
            yield name, waiting.pop(name)


def _create_in_order(connection: duckdb.DuckDBPyConnection) -> dict[str, list[str]]:
    """Create the views; gives their leading comments in the same order."""
    created: dict[str, list[str]] = {}
    for name, sql in _in_order():
        try:
            connection.execute(f"CREATE OR REPLACE VIEW {identifier(name)} AS {sql}")
        except duckdb.Error as error:
            raise ValueError(f"view {name}: {error}") from error
        created[name] = leading_comments(sql)
    return created


def _comments(connection: duckdb.DuckDBPyConnection, comments: dict[str, list[str]]) -> Iterator[str]:
    """Statements that comment the views and their columns."""
    columns = connection.execute(
        "SELECT table_name, column_name, coalesce(comment, '') FROM duckdb_columns() "
        "WHERE database_name = current_database() AND schema_name = 'main' AND NOT internal "
        "ORDER BY table_name, column_index"
    ).fetchall()
    meanings: dict[str, dict[str, str]] = {}
    for relation, column, comment in columns:
        meanings.setdefault(relation, {})[column] = comment
    sql = statements("views")
    for view, lines in comments.items():
        described = {found[1]: found[2] for line in lines if (found := MEANING.fullmatch(line))}
        text = " ".join(line for line in lines if not MEANING.fullmatch(line))
        yield f"COMMENT ON VIEW {identifier(view)} IS {literal(text)}"
        sources = [meanings[name] for name in sorted(_read(sql[view]) & meanings.keys())]
        meanings[view] = {column: _meaning(view, column, described, sources) for column in meanings[view]}
        for column, meaning in meanings[view].items():
            yield f"COMMENT ON COLUMN {identifier(view)}.{identifier(column)} IS {literal(meaning)}"


def _meaning(view: str, column: str, described: dict[str, str], sources: list[dict[str, str]]) -> str:
    """What a column of a view means: what its file says, or what all that it reads says of a column of that name."""
    known = described.get(column) or KEYS.get(column)
    found = [known] if known else sorted({source[column] for source in sources if source.get(column)})
    if len(found) == 1:
        return found[0]
    # Names are not unique: the meaning of another column of that name would be published as that of this one.
    says = f"what it reads says {' and '.join(map(repr, found))}" if found else "nothing that it reads says so either"
    raise ValueError(f"view {view}: no line says what the column {column} means, and {says}")


def create_log_row(connection: duckdb.DuckDBPyConnection) -> None:
    """Create the view `log_row`: of every row that stands in a file, its table, file and line.

    It is temporary, and so it is not published: the rows say it of themselves.
    """
    tables = connection.execute(
        "SELECT table_name FROM duckdb_tables() JOIN duckdb_columns() USING (database_name, schema_name, table_name) "
        "WHERE database_name = current_database() AND schema_name = 'main' AND column_name IN ('file', 'line') "
        "GROUP BY table_name HAVING count(*) = 2 ORDER BY ALL"
    ).fetchall()
    rows = [
        f"SELECT {literal(table)} AS table_name, file, line FROM {identifier(table)} WHERE line IS NOT NULL"
        for (table,) in tables
    ]
    connection.execute(f"CREATE OR REPLACE TEMP VIEW log_row AS {' UNION ALL '.join(rows)}")


@cache
def _read(sql: str) -> frozenset[str]:
    """The tables and views that an SQL text names, and what else stands where they do."""
    code = "\n".join(line.partition("--")[0] for line in sql.splitlines())
    return frozenset(REFERENCE.findall(code))
