"""What the lab needs of a server, whether it starts it itself or is given an address."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Literal, Protocol

from ddlbench.errors import DdlbenchError, Problem

Engine = str
Settings = Mapping[str, str]
Value = str | int | float | None
Protocols = Literal["mysql", "postgresql"]

DATABASE = "sbtest"
"""Database of the experiments on private servers, and the one sysbench expects."""


VARIABLE_HINT = "a target is never restarted; use a private server: --engine"
NAME_HINT = "see whether this version has it under another name"


class LabError(DdlbenchError):
    """Something that the lab cannot do; `where` is what it was about (a server, a program, a target)."""

    def __init__(self, where: str, message: str, hint: str = "") -> None:
        super().__init__([Problem(where, 0, message, hint=hint)])


class Connection(ABC):
    """One session, each statement its own transaction. A statement that fails raises `LabError`."""

    def __init__(self, where: str) -> None:
        self.where = where

    def query(self, sql: str, *parameters: object) -> list[tuple[Value, ...]]:
        """The rows of a statement; numbers are numbers, everything else is text."""
        return self._run(sql, parameters)[1]

    def select(self, sql: str, *parameters: object) -> list[dict[str, Value]]:
        """The rows of a statement under the names of its columns, in lower case."""
        names, rows = self._run(sql, parameters)
        return [dict(zip(names, row, strict=True)) for row in rows]

    def execute(self, sql: str, *parameters: object) -> None:
        """Run a statement for its effect."""
        self._run(sql, parameters)

    @abstractmethod
    def close(self) -> None:
        """End the session; does nothing the second time."""

    @abstractmethod
    def _run(self, sql: str, parameters: tuple[object, ...]) -> tuple[list[str], list[tuple[Value, ...]]]:
        """Names of the columns, in lower case, and the rows."""


class Server(Protocol):
    """A server under test.

    `engine` is the name of its file in `data/engines`, `version` what it says of itself once it answers.
    `pid` is None where the process is not on this machine. `private` servers are the lab's own: only they can be
    started and stopped, and have `temp_dirs`, the folders of their sort files as this process sees them.
    """

    engine: Engine
    protocol: Protocols
    version: str
    private: bool

    @property
    def pid(self) -> int | None:
        """Process number, None where it is not on this machine or does not run."""
        ...

    @property
    def temp_dirs(self) -> tuple[Path, ...]:
        """Folders of the sort files."""
        ...

    def start(self, settings: Settings) -> None:
        """(Re)start with these settings on the data that is there; returns when the server answers.

        A target cannot be restarted: its settings are set as global variables where it allows that.
        Raises `LabError` with the server's own words where it refuses a setting.
        """
        ...

    def destroy(self) -> None:
        """Stop, and remove the data of a private server; a target only loses its connections."""
        ...

    def connect(self) -> Connection:
        """A new session in the database of the experiments."""
        ...

    def client(self) -> list[str]:
        """Command line of the engine's client, which reads SQL from stdin and writes a transcript with times."""
        ...

    def sysbench(self) -> list[str]:
        """Program and connection options of sysbench; a test's name and options follow."""
        ...

    def environment(self) -> dict[str, str]:
        """What the processes of `client` and `sysbench` need besides the environment; may hold the password."""
        ...


def execute_all(server: Server, statements: Iterable[str]) -> None:
    """Run statements in a session of their own."""
    with closing(server.connect()) as session:
        for statement in statements:
            session.execute(statement)
