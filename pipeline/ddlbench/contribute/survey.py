"""What logs say of themselves: their format, versions, date and duration, threads and workload, the DDL statement."""

from __future__ import annotations

import datetime as dt
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import duckdb

from ddlbench.database import connect, create_tables
from ddlbench.errors import Problem
from ddlbench.models import FactorValue
from ddlbench.parse.batch import Parser
from ddlbench.parse.files import readable, recognised
from ddlbench.parse.format import load_formats
from ddlbench.parse.read import Log
from ddlbench.privacy.find import privacy_problems

VERSIONS = (
    ("tidb", re.compile(r"\b\d+\.\d+\.\d+-TiDB-v(\d+\.\d+\.\d+)")),
    ("mariadb", re.compile(r"\b(\d+\.\d+\.\d+)-MariaDB\b")),
    ("cockroachdb", re.compile(r"\bCockroachDB \w+ v(\d+\.\d+\.\d+)")),
    ("postgresql", re.compile(r"^psql \([^\n]*\bserver (\d+[\w.]*)", re.MULTILINE)),
    ("postgresql", re.compile(r"^psql \((\d+[\w.]*)", re.MULTILINE)),
    ("postgresql", re.compile(r"\bPostgreSQL (\d+(?:\.\d+)+)[^\n]* on ")),
    ("mysql", re.compile(r"^Server version:\s*(\d+\.\d+\.\d+)", re.MULTILINE)),
)
"""Where logs name the server's version, the more particular first: TiDB and MariaDB greet as MySQL does."""

DAY = re.compile(r"(?<!\d)(20\d\d)([-/]?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?!\d)")
"""A date such as 2026-03-01, 2026/03/01 or 20260301."""

EXECUTIONS = """
SELECT file, max(version) AS version, max(threads) AS threads, max(workload) AS workload, max(target_tps) AS rate_tps,
    max(table_size) AS table_rows, sum(total_time_s) AS duration_s
FROM sysbench_execution WHERE step IS NULL OR step = 'run' GROUP BY file
"""

STATEMENTS = """
SELECT file, arg_min(statement, line) AS statement, sum(duration_s) AS duration_s,
    arg_min(error_message, line) FILTER (outcome = 'failed') AS failure
FROM ddl_statement GROUP BY file
"""

LOAD_FACTORS = ("threads", "workload", "rate_tps", "table_rows")


@dataclass(frozen=True)
class LogFacts:
    """One log; None where it does not say. `duration_s` is that of the load or of the DDL statements."""

    path: Path
    format: str
    engine: str | None = None
    engine_version: str | None = None
    date: dt.date | None = None
    duration_s: float | None = None
    statement: str | None = None
    failure: str | None = None
    sysbench: str | None = None
    factors: dict[str, FactorValue] = field(default_factory=dict)


def survey(paths: list[Path]) -> tuple[list[LogFacts], list[Problem], list[Problem]]:
    """Facts of each log, what refuses one (unreadable, not recognised, holds secrets), and lines that nothing takes."""
    formats = load_formats()
    unread: list[Problem] = []
    private: list[Problem] = []
    untaken: list[Problem] = []
    kept: list[tuple[Path, str, dict[str, Any]]] = []

    def remembered() -> Iterator[tuple[Log, str]]:
        found = recognised(connection, formats, readable([str(path) for path in paths], None, unread), unread)
        for log, name in found:
            private.extend(privacy_problems(connection, log.name, log.text))
            kept.append((Path(log.name), name, said(log.text, Path(log.name))))
            yield log, name

    with tempfile.TemporaryDirectory(prefix="ddlbench-") as folder:
        connection = connect(Path(folder) / "survey.duckdb")
        create_tables(connection)
        for _, problems in Parser(connection, formats).parse(remembered()):
            untaken += problems
        measured = _measured(connection)
        connection.close()
    facts = [LogFacts(path, name, **text, **measured.get(str(path), {})) for path, name, text in kept]
    refused = sorted({*unread, *(each for each in private if each.severity == "error")})
    return sorted(facts, key=lambda each: each.path), refused, sorted(untaken)


def said(text: str, path: Path) -> dict[str, Any]:
    """What the text of a log or else its name says of the server and the day."""
    found = next(((engine, match[1]) for engine, each in VERSIONS if (match := each.search(text))), (None, None))
    return {"engine": found[0], "engine_version": found[1], "date": day_of(text) or day_of(str(path))}


def day_of(text: str) -> dt.date | None:
    """The first date in a text."""
    for found in DAY.finditer(text):
        try:
            return dt.date(int(found[1]), int(found[3]), int(found[4]))
        except ValueError:
            continue  # 20260230 is a number.
    return None


def _measured(connection: duckdb.DuckDBPyConnection) -> dict[str, dict[str, Any]]:
    """Columns of the two queries by file."""
    facts: dict[str, dict[str, Any]] = {}
    for row in _rows(connection, EXECUTIONS):
        factors = {name: row[name] for name in LOAD_FACTORS if row[name] is not None}
        facts[row["file"]] = {"sysbench": row["version"], "duration_s": row["duration_s"], "factors": factors}
    for row in _rows(connection, STATEMENTS):
        facts.setdefault(row.pop("file"), {}).update(row)
    return facts


def _rows(connection: duckdb.DuckDBPyConnection, query: str) -> list[dict[str, Any]]:
    cursor = connection.execute(query)
    names = [column[0] for column in cursor.description or []]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
