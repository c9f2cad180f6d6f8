"""`ddlbench verdicts`"""

from __future__ import annotations

import csv
import json
import sys
from typing import Annotated

import duckdb
import typer

from ddlbench.build import DATABASE
from ddlbench.commands import project_folder
from ddlbench.errors import Exit, failure

COLUMNS = ("kind", "assertion_id", "expected", "actual", "since_run", "numbers")


def verdicts(
    form: Annotated[str, typer.Option("--format", help="table, csv or json (lines).")] = "table",
    differing: Annotated[bool, typer.Option("--differing", help="Only those that differ from their file.")] = False,
) -> None:
    """List every claim and guidance with the verdict of its file, that of the data, and the deciding numbers.

    Exits with 4 when a verdict differs from the one that its file states, which a release refuses.

    Example: ddlbench verdicts --differing
    """
    if form not in {"table", "csv", "json"}:
        raise typer.BadParameter("choose table, csv or json", param_hint="--format")
    path = project_folder() / "build" / DATABASE
    if not path.exists():
        raise failure(path.name, "is not there yet", "run `ddlbench build` first")
    with duckdb.connect(str(path), read_only=True) as connection:
        rows = connection.execute(f"SELECT {', '.join(COLUMNS)} FROM verdict ORDER BY kind, assertion_id").fetchall()
    found = [dict(zip(COLUMNS, row, strict=True)) for row in rows]
    wrong = [row for row in found if row["expected"] != row["actual"]]
    _print(wrong if differing else found, form)
    if wrong:
        print(f"{len(wrong)} of {len(found)} verdicts differ from their files", file=sys.stderr)
        raise typer.Exit(Exit.DIFFERS)


def _print(rows: list[dict[str, str | None]], form: str) -> None:
    if form == "csv":
        writer = csv.DictWriter(sys.stdout, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return
    for row in rows:
        numbers = json.loads(row["numbers"] or "{}")
        if form == "json":
            print(json.dumps({**row, "numbers": numbers}, ensure_ascii=False))
            continue
        verdict = str(row["actual"])
        if row["actual"] != row["expected"]:
            since = f" since {row['since_run']}" if row["since_run"] else ""
            verdict += f" (file: {row['expected']}{since})"
        print(f"{row['kind']:<8}  {row['assertion_id']}: {verdict}")
        for name, value in numbers.items():
            print(f"          {name} = {value}")
