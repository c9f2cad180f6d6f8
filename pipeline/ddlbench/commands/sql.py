"""`ddlbench sql`"""

from __future__ import annotations

import csv
import json
import sys
from math import isfinite
from typing import Annotated

import duckdb
import typer

from ddlbench.build import DATABASE
from ddlbench.commands import project_folder
from ddlbench.database import LIMITS, select, time_limit
from ddlbench.errors import failure

TIME_LIMIT_S = 60.0


def sql(
    query: Annotated[str, typer.Argument(help="One SELECT; `-` reads it from stdin.")],
    form: Annotated[str, typer.Option("--format", help="table, csv or json.")] = "table",
) -> None:
    """Query the tables with one SELECT; it reaches neither files nor network, and has a minute and 1 GB of memory.

    Example: ddlbench sql "SELECT plan, min(duration_s) FROM add_index GROUP BY plan"
    """
    if form not in {"table", "csv", "json"}:
        raise typer.BadParameter("choose table, csv or json", param_hint="--format")
    path = project_folder() / "build" / DATABASE
    if not path.exists():
        raise failure(path.name, "is not there yet", "run `ddlbench build` first")
    text = sys.stdin.read() if query == "-" else query
    try:
        with duckdb.connect(str(path), read_only=True) as connection:
            for setting in LIMITS:
                connection.execute(setting)
            with time_limit(connection, TIME_LIMIT_S):
                _print(connection, select(connection, text, "sql"), form)
    except duckdb.InterruptException as error:
        raise failure("sql", f"takes more than {TIME_LIMIT_S:.0f} s", "ask for less at once") from error
    except duckdb.Error as error:
        raise failure("sql", str(error).strip()) from error


def _print(connection: duckdb.DuckDBPyConnection, query: str, form: str) -> None:
    if form == "table":
        connection.sql(query).show(max_width=200, max_rows=1000)
        return
    cursor = connection.execute(query)
    names = [column[0] for column in cursor.description or []]
    writer = csv.writer(sys.stdout, lineterminator="\n")
    if form == "csv":
        writer.writerow(names)
    while rows := cursor.fetchmany(1000):
        if form == "csv":
            writer.writerows(rows)
        else:
            for row in rows:
                print(json.dumps(dict(zip(names, map(_json, row), strict=True)), ensure_ascii=False, default=str))


def _json(value: object) -> object:
    """A value that JSON has; it has neither NaN nor infinity."""
    return None if isinstance(value, float) and not isfinite(value) else value
