"""Targets: servers that somebody else runs, reached by an address.

The password comes from the environment or from a prompt. It is never in an address, in the arguments of a process or
in a log; sysbench reads it from a file that only this user can read, and that goes with the target.
"""

from __future__ import annotations

import os
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import ClassVar

from ddlbench.errors import did_you_mean
from ddlbench.lab.address import PASSWORD_VARIABLE, Address, read_password, sysbench_value
from ddlbench.lab.connections import MysqlConnection, PostgresConnection
from ddlbench.lab.launch import find_program
from ddlbench.lab.mysql import mysql_client, set_global
from ddlbench.lab.postgresql import alter_system, psql, reset_system
from ddlbench.lab.private import SYSBENCH_HINT
from ddlbench.lab.runtime import Folder
from ddlbench.lab.server import Connection, LabError, Protocols, Settings
from ddlbench.models import Engine

DENIED = re.compile("(?i)denied|authentication|password")
PASSWORD_HINT = f"the password comes from {PASSWORD_VARIABLE} in the environment, or is asked for on a terminal"
ADDRESS_HINT = "see whether a server listens there, and whether it lets this machine in"
FORCE_HINT = "measure on a server of your own; --force insists, at the cost of these clients"


def open_target(
    url: str, engines: Mapping[str, Engine], engine: str | None = None, force: bool = False, password: str | None = None
) -> Target:
    """The server at an address, when it can be used; see `Server`.

    `engine` is what it is where it does not say so itself. `force` takes one that has other clients as well.
    """
    address = Address.parse(url)
    if engine is not None and engine not in engines:
        raise LabError(engine, "is no engine of `data/engines`", did_you_mean(engine, engines))
    password = read_password(address) if password is None else password
    target = TARGETS[address.protocol](address, password)
    try:
        target.meet(engines, engine, force)
    except BaseException:
        target.destroy()
        raise
    return target


def recognise(text: str, protocol: Protocols, engines: Mapping[str, Engine]) -> str:
    """The engine that calls itself so; the one without a pattern where no pattern is found."""
    labs = {name: each.lab for name, each in engines.items() if each.lab and each.protocol == protocol}
    for name, lab in labs.items():
        if lab.version_pattern and re.search(lab.version_pattern, text):
            return name
    return next(name for name, lab in labs.items() if lab.version_pattern is None)


class Target(ABC):
    """What targets of both protocols have in common; see `ddlbench.lab.server.Server` for the contract."""

    driver: ClassVar[str]
    password_variable: ClassVar[str]
    private = False
    pid: int | None = None
    temp_dirs: tuple[Path, ...] = ()

    def __init__(self, address: Address, password: str) -> None:
        self.address = address
        self.protocol: Protocols = address.protocol
        self.engine = ""
        self.version = ""
        self._password = password
        self._before: dict[str, str | None] = {}
        line = f"{self.driver}-password={sysbench_value(password)}\n"
        self._folder = Folder((os.geteuid(), os.getegid()))
        self._secret = self._folder.path / "sysbench.conf"
        self._secret.touch(mode=0o600)
        self._secret.write_text(line, "utf-8")

    def meet(self, engines: Mapping[str, Engine], engine: str | None, force: bool) -> None:
        """Find out what it is, and whether it is free."""
        with closing(self._first_contact()) as session:
            self.engine = engine or recognise(self._words(session), self.protocol, engines)
            model = engines[self.engine]
            if model.protocol != self.protocol or model.lab is None:
                hint = "leave --engine out, or name the engine behind the address"
                raise LabError(self.engine, f"does not speak the protocol of {self.address}", hint)
            self.version = str(session.query(model.lab.version_query)[0][0])
            found = session.query(model.lab.clients)[0][0]
        if found and not force:
            raise LabError(str(self.address), f"has other clients connected: {found}", FORCE_HINT)

    def _first_contact(self) -> Connection:
        try:
            return self.connect()
        except LabError as error:
            message = error.problems[0].message
            hint = PASSWORD_HINT if DENIED.search(message) else ADDRESS_HINT
            raise LabError(str(self.address), message, hint) from error

    def start(self, settings: Settings) -> None:
        """Set global variables, until the next start or `destroy`: somebody else's server is not restarted."""
        with closing(self.connect()) as session:
            self._reset(session, {name: self._before.pop(name) for name in self._before.keys() - settings.keys()})
            for name, value in settings.items():
                self._before.setdefault(name, self._set(session, name, value))

    def destroy(self) -> None:
        """Give the variables their values of before, forget the password."""
        try:
            if self._before:
                with closing(self.connect()) as session:
                    self._reset(session, self._before)
        finally:
            self._before.clear()
            self._folder.remove()

    def sysbench(self) -> list[str]:
        """Program and connection options of sysbench."""
        where = self.address
        names = {"host": where.host, "port": str(where.port), "user": where.user, "db": where.database}
        options = [f"--{self.driver}-{name}={value}" for name, value in names.items()]
        program = find_program("sysbench", SYSBENCH_HINT)
        return [program, f"--config-file={self._secret}", f"--db-driver={self.driver}", *options]

    def environment(self) -> dict[str, str]:
        """The password, for the client."""
        return {self.password_variable: self._password}

    def _options(self) -> dict[str, str | int]:
        """How both drivers reach it."""
        where = self.address
        return {"host": where.host, "port": where.port, "user": where.user, "password": self._password}

    @abstractmethod
    def connect(self) -> Connection:
        """A new session."""

    @abstractmethod
    def client(self) -> list[str]:
        """The client; the password is in `environment`."""

    @abstractmethod
    def _words(self, session: Connection) -> str:
        """What the server says of itself."""

    @abstractmethod
    def _set(self, session: Connection, name: str, value: str) -> str | None:
        """Set one variable for all sessions to come; what it was set to before, None where it was not."""

    @abstractmethod
    def _reset(self, session: Connection, before: Mapping[str, str | None]) -> None:
        """Give variables that were set their values of before."""


class MysqlTarget(Target):
    """A target of the MySQL protocol."""

    driver = "mysql"
    password_variable = "MYSQL_PWD"

    def connect(self) -> MysqlConnection:
        """A new session."""
        return MysqlConnection(str(self.address), **self._options(), database=self.address.database)

    def client(self) -> list[str]:
        """The client; the password is in `environment`."""
        where = self.address
        place = ("--protocol=TCP", f"--host={where.host}", f"--port={where.port}")
        return mysql_client(*place, user=where.user, database=where.database)

    def _words(self, session: Connection) -> str:
        comments = "SHOW GLOBAL VARIABLES WHERE variable_name IN ('version_comment', 'aurora_version')"
        said = [f"{name} {value}" for name, value in session.query(comments)]
        return " ".join([str(session.query("SELECT version()")[0][0]), *said])

    def _set(self, session: Connection, name: str, value: str) -> str:
        return set_global(session, name, value)

    def _reset(self, session: Connection, before: Mapping[str, str | None]) -> None:
        for name, value in before.items():
            set_global(session, name, str(value))


class PostgresTarget(Target):
    """A target of the PostgreSQL protocol."""

    driver = "pgsql"
    password_variable = "PGPASSWORD"

    def connect(self) -> PostgresConnection:
        """A new session."""
        return PostgresConnection(str(self.address), **self._options(), dbname=self.address.database)

    def client(self) -> list[str]:
        """The client; the password is in `environment`."""
        where = self.address
        return psql(where.host, where.port, user=where.user, database=where.database)

    def _words(self, session: Connection) -> str:
        return str(session.query("SELECT version()")[0][0])

    def _set(self, session: Connection, name: str, value: str) -> str | None:
        return alter_system(session, name, value)

    def _reset(self, session: Connection, before: Mapping[str, str | None]) -> None:
        reset_system(session, before)


TARGETS: dict[Protocols, type[Target]] = {"mysql": MysqlTarget, "postgresql": PostgresTarget}
