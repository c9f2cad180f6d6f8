"""The one place that opens DuckDB connections, and the project's SQL files."""

from __future__ import annotations

import datetime as dt
import hashlib
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from decimal import Decimal
from importlib.resources import files
from pathlib import Path
from typing import Any

import duckdb
import numpy as np

from ddlbench.errors import failure

SQL = Path(str(files("ddlbench"))) / "sql"

Cells = dict[str, str | None]
"""A row as texts to print."""

LIMITS = (
    "SET memory_limit = '1GB'",
    "SET max_temp_directory_size = '1GB'",
    "SET enable_external_access = false",
    "SET lock_configuration = true",
)
"""What a query of others runs under: no files, no network, and no way to change that."""

COMMENT = "COMMENT ON "

COPY_OPTIONS = {
    "csv": "FORMAT csv, HEADER",
    "json": "FORMAT json, ARRAY true",
    "parquet": "FORMAT parquet, COMPRESSION zstd",
}


def connect(path: Path | None = None, *, threads: int = 2, memory: str = "1GB") -> duckdb.DuckDBPyConnection:
    """Open a database file, or a database in memory, with the settings on which published bytes rest."""
    config: dict[str, Any] = {
        "threads": threads,
        "memory_limit": memory,
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        "preserve_insertion_order": True,
    }
    connection = duckdb.connect(str(path) if path else ":memory:", config=config)
    connection.execute("SET TimeZone = 'UTC'")
    connection.execute("SET enable_progress_bar = false")
    return connection


SCRATCH_MEMORY = "600MB"
"""What a parse of any size needs; with more, DuckDB keeps rows in memory that nobody reads soon."""


def scratch(path: Path) -> duckdb.DuckDBPyConnection:
    """Open a new database file that nobody opens again: nothing is spent on what only the next one to open it needs."""
    connection = connect(path, memory=SCRATCH_MEMORY)
    connection.execute("SET checkpoint_threshold = '1TB'")
    connection.execute("PRAGMA disable_checkpoint_on_shutdown")
    connection.execute("SET fsync_mode = 'NONE'")
    return connection


@contextmanager
def transaction(connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """Make all changes or none. Each transaction waits for the disk, and a statement outside of one is one."""
    connection.begin()
    try:
        yield
    except BaseException:
        connection.rollback()
        raise
    connection.commit()


def statements(folder: str) -> dict[str, str]:
    """The SQL files of a folder below `sql/`, by file stem, in the order of their names."""
    return {path.stem: path.read_text("utf-8") for path in sorted((SQL / folder).glob("*.sql"))}


def leading_comments(sql: str) -> list[str]:
    """The comment lines that open an SQL text, without their dashes."""
    comments = []
    for line in sql.splitlines():
        if not line.startswith("--"):
            break
        comments.append(line.removeprefix("--").strip())
    return comments


def create_tables(connection: duckdb.DuckDBPyConnection, *, comments: bool = True) -> None:
    """Create every table of `sql/schema/` that is not there yet; its comments stand behind it, and take far longer."""
    with transaction(connection):
        for sql in statements("schema").values():
            connection.execute(sql if comments else sql.partition(COMMENT)[0])


def table_columns(connection: duckdb.DuckDBPyConnection) -> dict[str, dict[str, str]]:
    """Column types by table and column, in the order of the schema."""
    rows = connection.execute(
        "SELECT table_name, column_name, data_type FROM duckdb_columns() "
        "WHERE database_name = current_database() AND schema_name = 'main' AND NOT internal "
        "ORDER BY table_name, column_index"
    ).fetchall()
    tables: dict[str, dict[str, str]] = {}
    for table, column, data_type in rows:
        tables.setdefault(table, {})[column] = data_type
    return tables


def literal(text: str) -> str:
    """A text as an SQL string literal."""
    return "'" + text.replace("'", "''") + "'"


def identifier(name: str) -> str:
    """A name as a quoted SQL identifier."""
    return '"' + name.replace('"', '""') + '"'


def schema_signature(*others: str) -> str:
    """A hash of the schema files and other table definitions: a database made from others is made anew."""
    return hashlib.sha256("\0".join([*statements("schema").values(), *others]).encode()).hexdigest()


def row_hash(columns: Mapping[str, str]) -> str:
    """SQL of the hash of a row, given its columns with their types."""
    # 0.0 and -0.0 are equal, and so are their hashes; they are not printed alike.
    signs = [f"signbit({identifier(name)})" for name, kind in columns.items() if kind == "DOUBLE"]
    return f"hash({', '.join([*map(identifier, columns), *signs])})"


def contents(connection: duckdb.DuckDBPyConnection, names: Iterable[str]) -> dict[str, str]:
    """What tables and views hold, hashed: their columns, and their rows whatever their order."""
    columns = {name: each for name, each in table_columns(connection).items() if name in set(names)}
    sums = [
        f"SELECT {literal(name)}, count(*), sum({row_hash(each)}) FROM {identifier(name)}"
        for name, each in columns.items()
    ]
    rows = connection.execute(" UNION ALL ".join(sums)).fetchall() if sums else []
    return {name: repr((columns[name], *found)) for name, *found in rows}


def copy(connection: duckdb.DuckDBPyConnection, query: str, path: Path, options: str) -> None:
    """Write the rows of a query in the one order that does not depend on how they came in."""
    connection.execute(f"COPY (SELECT * FROM ({query}) ORDER BY ALL) TO {literal(str(path))} ({options})")


@contextmanager
def time_limit(connection: duckdb.DuckDBPyConnection, seconds: float) -> Iterator[None]:
    """Interrupt what the connection does after some time: a query that runs then raises `InterruptException`."""
    timer = threading.Timer(seconds, connection.interrupt)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def select(connection: duckdb.DuckDBPyConnection, text: str, name: str) -> str:
    """The text of a query that is one SELECT; raises `DdlbenchError` for anything else."""
    statements = connection.extract_statements(text)
    if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
        raise failure(name, "is not one SELECT", "write a single SELECT statement")
    return statements[0].query


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


@contextmanager
def read_as(
    connection: duckdb.DuckDBPyConnection, name: str, columns: Mapping[str, Sequence[str | None]]
) -> Iterator[None]:
    """Let queries read columns of texts as a table: it takes a third of the time that lists as parameters do."""
    connection.register(name, {column: np.array(texts, dtype=object) for column, texts in columns.items()})
    try:
        yield
    finally:
        connection.unregister(name)


def add_rows(connection: duckdb.DuckDBPyConnection, table: str, rows: Iterable[Sequence[object]]) -> None:
    """Insert rows with a value for each column of a table: one statement, since each one waits for the disk."""
    columns = [list(column) for column in zip(*rows, strict=True)]
    if columns:
        places = ", ".join(["unnest(?)"] * len(columns))
        connection.execute(f"INSERT INTO {identifier(table)} SELECT {places}", columns)


def replace_rows(connection: duckdb.DuckDBPyConnection, table: str, fresh: str) -> None:
    """Make a table hold the rows of another with the same columns, all different; no more is written than differs."""
    columns = [name for name, *_ in connection.execute(f"DESCRIBE {identifier(table)}").fetchall()]
    old, new = f"{identifier(table)} AS old", f"{identifier(fresh)} AS new"
    alike = " AND ".join(f"old.{name} IS NOT DISTINCT FROM new.{name}" for name in map(identifier, columns))
    gone = f"SELECT old.rowid FROM {old} ANTI JOIN {new} ON {alike}"
    connection.execute(f"DELETE FROM {identifier(table)} WHERE rowid IN ({gone})")
    connection.execute(f"INSERT INTO {identifier(table)} SELECT new.* FROM {new} ANTI JOIN {old} ON {alike}")
