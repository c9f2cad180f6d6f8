"""`ddlbench parse`"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import duckdb
import typer

from ddlbench.commands import progress, tell_problems
from ddlbench.database import COPY_OPTIONS, copy, create_tables, identifier, literal, scratch
from ddlbench.errors import Exit
from ddlbench.parse.files import expand, parse_files
from ddlbench.parse.format import load_formats


def parse(
    files: Annotated[list[str], typer.Argument(help="Logs, folders of logs or patterns; `-` is stdin.")],
    form: Annotated[
        str, typer.Option("--format", help="json (lines on stdout), csv or parquet (one file a table).")
    ] = "json",
    out: Annotated[Path | None, typer.Option(help="Folder for csv and parquet.")] = None,
    embedded: Annotated[
        bool, typer.Option("--embedded", help="Take the blocks of logs that stand within prose.")
    ] = False,
) -> None:
    """Turn logs of known formats into rows; needs no project.

    Each row of JSON is an object with `table`, `file`, `line` and the table's columns. Lines that no pattern takes
    are listed on stderr; the rows are printed all the same, and the exit code is 3.

    Example: ddlbench parse sysbench.log | jq 'select(.table == "sysbench_interval") | .tps'
    """
    if form not in COPY_OPTIONS:
        raise typer.BadParameter("choose json, csv or parquet", param_hint="--format")
    if (out is None) != (form == "json"):
        raise typer.BadParameter("--out DIR goes with csv and parquet, and they with it", param_hint="--out")
    formats = load_formats()
    found, missing = expand(files)
    with tempfile.TemporaryDirectory(prefix="ddlbench-") as folder:
        connection = scratch(Path(folder) / "parse.duckdb")
        create_tables(connection, comments=False)
        with progress(f"parse {len(found)} files"):
            unread, unaccounted = parse_files(connection, formats, found, _say if embedded else None)
        tables = sorted({table for each in formats.values() for table in each.tables})
        if out is None:
            print_lines(connection, tables, Path(folder))
        else:
            write(connection, tables, form, out)
        connection.close()
    tell_problems([*missing, *unread, *unaccounted])
    if missing or unread:
        raise typer.Exit(Exit.FAILED)
    if any(problem.severity == "error" for problem in unaccounted):
        raise typer.Exit(Exit.UNACCOUNTED)


def _say(text: str) -> None:
    print(text, file=sys.stderr)


def write(connection: duckdb.DuckDBPyConnection, tables: list[str], form: str, out: Path) -> None:
    """Write the tables that have rows below a folder, one file each."""
    out.mkdir(parents=True, exist_ok=True)
    for table in tables:
        [(count,)] = connection.execute(f"SELECT count(*) FROM {identifier(table)}").fetchall()
        if count:
            copy(connection, f"FROM {identifier(table)}", out / f"{table}.{form}", COPY_OPTIONS[form])


def print_lines(connection: duckdb.DuckDBPyConnection, tables: list[str], folder: Path) -> None:
    """Print the rows as JSON lines; by way of files, since DuckDB does not append to a redirected stdout."""
    for table in tables:
        path = folder / f"{table}.jsonl"
        query = f'SELECT {literal(table)} AS "table", * FROM {identifier(table)} ORDER BY ALL'
        connection.execute(f"COPY ({query}) TO {literal(str(path))} (FORMAT json)")
        with path.open("rb") as rows:
            shutil.copyfileobj(rows, sys.stdout.buffer)
        path.unlink()
    sys.stdout.flush()
