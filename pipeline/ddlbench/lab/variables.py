"""Version, variables and counters of a server around a trial."""

from __future__ import annotations

import fnmatch
from contextlib import closing
from pathlib import Path

from ddlbench.lab.journal import Journal, Value, as_text, now
from ddlbench.lab.server import Server
from ddlbench.models import LabDialect


class Variables:
    """Version, variables and counters before and after a trial; of the counters only those that moved are written."""

    def __init__(self, server: Server, dialect: LabDialect, path: Path) -> None:
        self.server = server
        self.dialect = dialect
        self.journal = Journal(path)
        self._counters: dict[str, str | None] = {}
        self._variables: dict[str, str | None] = {}

    def before(self) -> None:
        """Write version and variables, remember the counters."""
        self._before = now()
        self._variables, self._counters = self._read()
        rows = [_variable("before", "version", "version", self.server.version)]
        rows += [_variable("before", "variable", name, value) for name, value in self._variables.items()]
        self.journal.write(rows, self._before)

    def after(self) -> None:
        """Write the counters that moved at both moments, and variables that changed."""
        moment = now()
        variables, counters = self._read()
        moved = [name for name, value in counters.items() if self._counters.get(name) != value]
        self.journal.write(
            [_variable("before", "status", name, self._counters.get(name)) for name in moved], self._before
        )
        rows = [_variable("after", "status", name, counters[name]) for name in moved]
        rows += [
            _variable("after", "variable", name, value)
            for name, value in variables.items()
            if self._variables.get(name) != value
        ]
        self.journal.write(rows, moment)

    def _read(self) -> tuple[dict[str, str | None], dict[str, str | None]]:
        with closing(self.server.connect()) as connection:
            variables = _pairs(connection.query(self.dialect.variables_query))
            counters = _pairs(connection.query(self.dialect.status_query)) if self.dialect.status_query else {}
        globs = self.dialect.variables
        chosen = {
            name: value for name, value in variables.items() if any(fnmatch.fnmatch(name, each) for each in globs)
        }
        return chosen, counters


def _pairs(rows: list[tuple[Value, ...]]) -> dict[str, str | None]:
    return {str(row[0]): as_text(row[1]) for row in rows}


def _variable(moment: str, kind: str, name: str, value: str | None) -> dict[str, Value]:
    return {"moment": moment, "kind": kind, "name": name, "value": value}
