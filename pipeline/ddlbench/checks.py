"""Checks over all data: one SQL file each, returning offending rows.

The first comment line of a file is the message, the second its hint (`hint: …`), an optional third its severity
(`severity: warning`, or `severity: by evidence`). Columns `file` and `line` of a row say where; the other columns are
shown. By evidence, a row of a run is an error, since its logs are here and can be repaired; a row of a publication is a
finding: nobody here can repair it, so it is published with the report and stops nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import duckdb

from ddlbench.database import add_rows, leading_comments, statements, transaction
from ddlbench.errors import SEVERITIES, Problem, Severity

SHOWN_PER_CHECK = 50
"""Offending rows of one check that are reported one by one; the rest is counted."""

OWNER = {
    "source": re.compile(r"sources/([^/]+)/"),
    "run": re.compile(r"runs/([^/]+/[^/]+/[^/]+)/"),
    "claim": re.compile(r"claims/(.+)\.toml"),
    "guidance": re.compile(r"guidance/(.+)\.toml"),
}


@dataclass(frozen=True)
class Finding:
    """One offending row of a check."""

    check: str
    severity: Severity
    file: str
    line: int
    message: str
    details: str
    hint: str

    def owner(self) -> tuple[str | None, str | None]:
        """What the file belongs to: its kind and name."""
        found = ((kind, grammar.match(self.file)) for kind, grammar in OWNER.items())
        return next(((kind, match[1]) for kind, match in found if match), (None, None))

    def problem(self) -> Problem:
        """The row as a message."""
        text = f"{self.message} (check `{self.check}`{': ' + self.details if self.details else ''})"
        return Problem(self.file, self.line, text, self.severity, hint=self.hint)


def run_checks(connection: duckdb.DuckDBPyConnection) -> list[Problem]:
    """Run every check of `sql/checks/`, and store what they find in `check_finding`; returns the problems."""
    problems = []
    with transaction(connection):
        connection.execute("DELETE FROM check_finding")
        for name, sql in statements("checks").items():
            findings = list(find(connection, name, sql))
            store(connection, findings)
            problems += [each for each in shown(findings) if each.severity != "finding"]
    return problems


def catalogue() -> list[dict[str, str]]:
    """Every check: its name, what it finds, what to do then, and how severe that is."""
    described = {name: _described(name, sql) for name, sql in sorted(statements("checks").items())}
    return [
        {"name": name, "message": message, "hint": hint, "severity": severity}
        for name, (message, hint, severity) in described.items()
    ]


def run_check(connection: duckdb.DuckDBPyConnection, name: str, sql: str) -> list[Problem]:
    """Problems for the rows that one check returns."""
    return shown(list(find(connection, name, sql)))


def shown(findings: list[Finding]) -> list[Problem]:
    """The rows of one check as problems, those beyond a number as one."""
    problems = [each.problem() for each in findings[:SHOWN_PER_CHECK]]
    if rest := findings[SHOWN_PER_CHECK:]:
        more = f"{len(rest)} more rows: {rest[0].message} (check `{rest[0].check}`)"
        worst = min((each.severity for each in rest), key=SEVERITIES.index)
        problems.append(Problem(findings[0].file, 0, more, worst))
    return problems


def find(connection: duckdb.DuckDBPyConnection, name: str, sql: str) -> Iterator[Finding]:
    """The offending rows of one check."""
    message, hint, severity = _described(name, sql)
    cursor = connection.execute(sql)
    columns = [column[0] for column in cursor.description or []]
    for values in cursor.fetchall():
        row = dict(zip(columns, values, strict=True))
        file, line = str(row.pop("file", None) or "data"), row.pop("line", None)
        details = ", ".join(f"{column} {value}" for column, value in row.items())
        number = line if isinstance(line, int) else 0
        yield Finding(name, _severity(severity, file), file, number, message, details, hint)


def _severity(declared: Severity | Literal["by evidence"], file: str) -> Severity:
    if declared != "by evidence":
        return declared
    return "error" if file.startswith("runs/") else "finding"


def _described(name: str, sql: str) -> tuple[str, str, Severity | Literal["by evidence"]]:
    comments = leading_comments(sql)
    if len(comments) < 2 or not comments[1].startswith("hint: "):
        raise ValueError(f"check {name} must begin with a message and a hint")
    severity: Severity | Literal["by evidence"] = "error"
    if "severity: warning" in comments:
        severity = "warning"
    elif "severity: by evidence" in comments:
        severity = "by evidence"
    return comments[0].rstrip("."), comments[1].removeprefix("hint: "), severity


def store(connection: duckdb.DuckDBPyConnection, findings: list[Finding]) -> None:
    """Add findings to the table `check_finding`."""
    rows = [
        [each.check, each.severity, *each.owner(), each.file, each.line or None, each.message, each.details or None]
        for each in findings
    ]
    add_rows(connection, "check_finding", rows)
