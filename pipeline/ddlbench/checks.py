"""Checks over all data: one SQL file each, returning offending rows.

The first comment line of a file is the message, the second its hint (`hint: …`), an optional third its severity
(`severity: warning`). Columns `file` and `line` of a row say where; the other columns are shown.
"""

from __future__ import annotations

import duckdb

from ddlbench.database import leading_comments, statements
from ddlbench.errors import Problem, Severity

SHOWN_PER_CHECK = 50
"""Offending rows of one check that are reported one by one; the rest is counted."""


def run_checks(connection: duckdb.DuckDBPyConnection) -> list[Problem]:
    """Run every check of `sql/checks/`."""
    problems = []
    for name, sql in statements("checks").items():
        problems += run_check(connection, name, sql)
    return problems


def run_check(connection: duckdb.DuckDBPyConnection, name: str, sql: str) -> list[Problem]:
    """Problems for the rows that one check returns."""
    message, hint, severity = _described(name, sql)
    cursor = connection.execute(sql)
    columns = [column[0] for column in cursor.description or []]
    rows = [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]
    problems = [_problem(name, message, hint, severity, row) for row in rows[:SHOWN_PER_CHECK]]
    if len(rows) > SHOWN_PER_CHECK:
        more = f"{len(rows) - SHOWN_PER_CHECK} more rows: {message} (check `{name}`)"
        problems.append(Problem(str(rows[0].get("file", name)), 0, more, severity))
    return problems


def _described(name: str, sql: str) -> tuple[str, str, Severity]:
    comments = leading_comments(sql)
    if len(comments) < 2 or not comments[1].startswith("hint: "):
        raise ValueError(f"check {name} must begin with a message and a hint")
    severity: Severity = "warning" if "severity: warning" in comments else "error"
    return comments[0].rstrip("."), comments[1].removeprefix("hint: "), severity


def _problem(name: str, message: str, hint: str, severity: Severity, row: dict[str, object]) -> Problem:
    details = ", ".join(f"{column} {value}" for column, value in row.items() if column not in {"file", "line"})
    line = row.get("line")
    text = f"{message} (check `{name}`{': ' + details if details else ''})"
    return Problem(str(row.get("file") or "data"), line if isinstance(line, int) else 0, text, severity, hint=hint)
