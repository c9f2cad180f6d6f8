"""The parse store: rows are kept as long as nothing they came from has changed.

A log is parsed again when its own hash or its key changed: that of its format, of the columns of its tables and of the
compiler's version. Size, time and inode spare the hashing of untouched files. Rows and the ledger entry of a log are
written in one transaction, so that an interrupted build leaves no row without its entry.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from pathlib import Path

import duckdb

from ddlbench.database import identifier, read_as, transaction
from ddlbench.errors import Problem
from ddlbench.parse.batch import Parser
from ddlbench.parse.compile import COMPILER_VERSION
from ddlbench.parse.files import readable, recognised
from ddlbench.parse.format import Format, schema_hash
from ddlbench.parse.read import Log

LEDGER = """
CREATE SCHEMA IF NOT EXISTS ledger;
CREATE TABLE IF NOT EXISTS ledger.log (
    file VARCHAR PRIMARY KEY, stamp VARCHAR, sha256 VARCHAR, format VARCHAR, parse_key VARCHAR, detection VARCHAR,
    size_bytes BIGINT, line_count INTEGER, problems JSON
);
"""


class Store:
    """The log tables of a build database, with the ledger that says what they were made from."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, formats: dict[str, Format], root: Path) -> None:
        self.connection = connection
        self.formats = formats
        self.root = root
        self.parser = Parser(connection, formats)
        self.keys = {
            name: _hash(form.source_hash, schema_hash(self.parser.columns, form.tables), str(COMPILER_VERSION))
            for name, form in formats.items()
        }
        self.detection = _hash(*(f"{name}:{form.detect}" for name, form in formats.items()))
        for statement in LEDGER.strip().split(";\n"):
            connection.execute(statement)

    def update(self, stamps: dict[str, str]) -> tuple[list[Problem], int]:
        """Make the log tables hold the rows of exactly these files, given with their stamps.

        Returns all problems and the number of files that were parsed.
        """
        stale, unsure, touched = self._changed(stamps)
        changed = [file for file, sha256 in unsure.items() if not same_bytes(self.root / file, sha256)]
        self._stamp({file: stamps[file] for file in unsure.keys() - changed})
        self.forget(sorted([*stale, *changed]))
        touched = sorted([*touched, *changed])
        unread: list[Problem] = []
        logs = recognised(self.connection, self.formats, readable(touched, self.root, unread), unread)
        for _ in self.parser.parse(logs, Recorder(self, stamps)):
            pass
        return unread + self._problems(), len(touched)

    def _changed(self, stamps: dict[str, str]) -> tuple[list[str], dict[str, str], list[str]]:
        """Files whose rows must go, files with hashes whose rows are right if they still have them, and files to parse.

        DuckDB compares, since what has not changed is nearly all.
        """
        now = {"file": list(stamps), "stamp": list(stamps.values())}
        keys = {"format": list(self.keys), "parse_key": list(self.keys.values())}
        with read_as(self.connection, "now", now), read_as(self.connection, "key", keys):
            rows = self.connection.execute(
                "SELECT coalesce(now.file, log.file), now.file IS NOT NULL, log.file IS NOT NULL, "
                "coalesce(detection = $detection AND key.parse_key IS NOT NULL, false) AS is_right, sha256 "
                "FROM now FULL JOIN ledger.log USING (file) LEFT JOIN key USING (format, parse_key) "
                "WHERE NOT is_right OR now.stamp IS DISTINCT FROM log.stamp",
                {"detection": self.detection},
            ).fetchall()
        unsure = {file: sha256 for file, is_there, _, is_right, sha256 in rows if is_there and is_right}
        stale = [file for file, _, is_known, *_ in rows if is_known and file not in unsure]
        return stale, unsure, [file for file, is_there, *_ in rows if is_there and file not in unsure]

    def _stamp(self, stamps: dict[str, str]) -> None:
        """Enter new stamps of files that were only touched."""
        now = {"file": list(stamps), "stamp": list(stamps.values())}
        with read_as(self.connection, "now", now):
            query = "UPDATE ledger.log SET stamp = now.stamp FROM now WHERE log.file = now.file"
            self.connection.execute(query)

    def forget(self, files: list[str]) -> None:
        """Delete the rows and the entries of some logs."""
        if not files:
            return
        tables = sorted({table for form in self.formats.values() for table in form.tables})
        with transaction(self.connection):
            for table in [*map(identifier, tables), "ledger.log"]:
                self.connection.execute(f"DELETE FROM {table} WHERE file IN (SELECT unnest($files))", {"files": files})

    def _problems(self) -> list[Problem]:
        query = "SELECT problems FROM ledger.log WHERE problems <> '[]' ORDER BY file"
        rows = self.connection.execute(query).fetchall()
        return [Problem(**problem) for (found,) in rows for problem in json.loads(found)]


class Recorder:
    """Writes the ledger entries of a batch inside the transaction of its rows."""

    def __init__(self, store: Store, stamps: dict[str, str]) -> None:
        self.store = store
        self.stamps = stamps

    def __call__(
        self, cursor: duckdb.DuckDBPyConnection, form: Format, logs: list[Log], problems: list[Problem]
    ) -> None:
        """Enter the logs of a finished batch."""
        found: dict[str, list[Problem]] = {}
        for problem in problems:
            found.setdefault(problem.path, []).append(problem)
        rows = {
            "file": [log.name for log in logs],
            "stamp": [self.stamps[log.name] for log in logs],
            "sha256": [log.sha256 for log in logs],
            "parse_key": [self.store.keys[form.name]] * len(logs),
            "size_bytes": [log.size_bytes for log in logs],
            "line_count": [log.line_count for log in logs],
            "problems": [json.dumps([asdict(each) for each in found.get(log.name, [])]) for log in logs],
        }
        columns = ", ".join(rows)
        values = ", ".join(f"unnest(${name})" for name in rows)
        cursor.execute(
            f"INSERT INTO ledger.log ({columns}, format, detection) SELECT {values}, $form, $detection",
            {**rows, "form": form.name, "detection": self.store.detection},
        )


def same_bytes(path: Path, sha256: str) -> bool:
    """Whether a file still has a hash; one that cannot be read has not."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest() == sha256
    except OSError:
        return False


def _hash(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
