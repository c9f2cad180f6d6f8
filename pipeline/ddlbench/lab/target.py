"""Targets: servers that somebody else runs, reached by an address.

The password comes from the environment or from a prompt. It is never in an address, in the arguments of a process or
in a log; sysbench reads it from a file that only this user can read, and that goes with the target.
"""

from __future__ import annotations

import getpass
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args
from urllib.parse import unquote, urlsplit

from ddlbench.errors import did_you_mean
from ddlbench.lab.connections import MysqlConnection, PostgresConnection
from ddlbench.lab.launch import find_program
from ddlbench.lab.mysql import CLIENT_HINT as MYSQL_CLIENT_HINT
from ddlbench.lab.mysql import set_global
from ddlbench.lab.postgresql import CLIENT_HINT as PSQL_HINT
from ddlbench.lab.postgresql import alter_system, reset_system
from ddlbench.lab.private import SYSBENCH_HINT
from ddlbench.lab.runtime import Folder
from ddlbench.lab.server import DATABASE, LabError, Protocols, Settings
from ddlbench.models import Engine

PASSWORD_VARIABLE = "DDLBENCH_PASSWORD"
PORTS = {"mysql": 3306, "postgresql": 5432}
FORM = "write mysql://user@host:port/database or postgresql://user@host:port/database"


@dataclass(frozen=True)
class Address:
    """Where a target is; it prints as people write it."""

    protocol: Protocols
    user: str
    host: str
    port: int
    database: str

    @classmethod
    def parse(cls, url: str) -> Address:
        """From an URL; the message for a wrong one does not repeat it, it may hold a password."""
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError as error:
            raise LabError("--target", f"is no address: {error}", FORM) from error
        if parts.password is not None:
            hint = f"leave it out; give it in the environment as {PASSWORD_VARIABLE}, or wait to be asked"
            raise LabError("--target", "holds a password, which other users of this machine can see", hint)
        if parts.scheme not in PORTS or not parts.hostname or not parts.username or parts.query or parts.fragment:
            raise LabError("--target", "is no address of a server", FORM)
        protocol = next(each for each in get_args(Protocols) if each == parts.scheme)
        database = unquote(parts.path.removeprefix("/")) or DATABASE
        return cls(protocol, unquote(parts.username), parts.hostname, port or PORTS[protocol], database)

    def __str__(self) -> str:
        return f"{self.protocol}://{self.user}@{self.host}:{self.port}/{self.database}"


def read_password(address: Address) -> str:
    """The password of a target: from the environment, else asked for on a terminal, else empty."""
    given = os.environ.get(PASSWORD_VARIABLE)
    if given is not None or not sys.stdin.isatty():
        return given or ""
    return getpass.getpass(f"Password of {address}: ")


def open_target(
    url: str, engines: Mapping[str, Engine], engine: str | None = None, force: bool = False, password: str | None = None
) -> MysqlTarget | PostgresTarget:
    """The server at an address, when it can be used; see `Server`.

    `engine` is what it is where it does not say so itself. `force` takes one that has other clients as well.
    """
    address = Address.parse(url)
    if engine is not None and engine not in engines:
        raise LabError(engine, "is no engine of `data/engines`", did_you_mean(engine, engines))
    password = read_password(address) if password is None else password
    target: MysqlTarget | PostgresTarget = (
        MysqlTarget(address, password) if address.protocol == "mysql" else PostgresTarget(address, password)
    )
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


def sysbench_value(text: str) -> str:
    """A text as sysbench's option file can hold it: in quotes or bare, since it knows no escape."""
    if text.isprintable() and len(text.encode()) < 200:
        for quote in ('"', "'"):
            if quote not in text:
                return f"{quote}{text}{quote}"
        if re.fullmatch(r"[^\s,#'\"][^\s,]*", text):
            return text
    raise LabError("sysbench", "cannot read this password from its option file", "use one without both kinds of quotes")


@dataclass
class Target:
    """What targets of both protocols have in common."""

    address: Address
    password: str = field(repr=False)
    engine: str = ""
    version: str = ""
    pid: int | None = None
    private: bool = False
    temp_dirs: tuple[Path, ...] = ()

    def __post_init__(self) -> None:
        self.protocol: Protocols = self.address.protocol
        self._before: dict[str, str | None] = {}
        name = "mysql" if self.protocol == "mysql" else "pgsql"
        line = f"{name}-password={sysbench_value(self.password)}\n"
        self._folder = Folder((os.geteuid(), os.getegid()))
        self._secret = self._folder.path / "sysbench.conf"
        self._secret.touch(mode=0o600)
        self._secret.write_text(line, "utf-8")

    def stop(self) -> None:
        """Nothing: it belongs to somebody else."""

    def _sysbench(self, driver: str) -> list[str]:
        where = self.address
        names = {"host": where.host, "port": str(where.port), "user": where.user, "db": where.database}
        options = [f"--{driver}-{name}={value}" for name, value in names.items()]
        program = find_program("sysbench", SYSBENCH_HINT)
        return [program, f"--config-file={self._secret}", f"--db-driver={driver}", *options]

    def _accept(self, text: str, engines: Mapping[str, Engine], engine: str | None) -> Engine:
        self.engine = engine or recognise(text, self.protocol, engines)
        model = engines[self.engine]
        if model.protocol != self.protocol or model.lab is None:
            raise LabError(self.engine, f"does not speak the protocol of {self.address}", "see --engine")
        return model

    def _refuse_clients(self, found: object, force: bool) -> None:
        if found and not force:
            hint = "measure on a server of your own; --force insists, at the cost of these clients"
            raise LabError(str(self.address), f"has other clients connected: {found}", hint)


class MysqlTarget(Target):
    """A target of the MySQL protocol."""

    def meet(self, engines: Mapping[str, Engine], engine: str | None, force: bool) -> None:
        """Find out what it is, and whether it is free."""
        session = self.connect()
        try:
            self.version = str(session.query("SELECT version()")[0][0])
            comments = "SHOW GLOBAL VARIABLES WHERE variable_name IN ('version_comment', 'aurora_version')"
            text = " ".join([self.version, *(f"{name} {value}" for name, value in session.query(comments))])
            lab = self._accept(text, engines, engine).lab
            self._refuse_clients(lab and session.query(lab.clients)[0][0], force)
        finally:
            session.close()

    def connect(self) -> MysqlConnection:
        """A new session."""
        where = self.address
        options: dict[str, Any] = {"host": where.host, "port": where.port, "user": where.user}
        return MysqlConnection(str(where), **options, password=self.password, database=where.database)

    def start(self, settings: Settings) -> None:
        """Set the variables: somebody else's server is not restarted."""
        self.set_variables(settings)

    def set_variables(self, settings: Settings) -> None:
        """Set global variables, until `destroy`; see `Server`."""
        session = self.connect()
        try:
            for name, value in settings.items():
                found = session.query("SHOW GLOBAL VARIABLES WHERE variable_name = %s", name)
                if not found:
                    raise LabError(str(self.address), f"has no variable `{name}`")
                set_global(session, name, value)
                self._before.setdefault(name, str(found[0][1]))
        finally:
            session.close()

    def destroy(self) -> None:
        """Give the variables their values of before, forget the password."""
        try:
            self.set_variables({name: value for name, value in self._before.items() if value is not None})
        finally:
            self._before.clear()
            self._folder.remove()

    def client(self) -> list[str]:
        """The client; the password is in `environment`."""
        where = self.address
        place = ["--protocol=TCP", f"--host={where.host}", f"--port={where.port}", f"--user={where.user}"]
        program = find_program("mariadb", MYSQL_CLIENT_HINT)
        return [program, "--no-defaults", "-vvv", "--unbuffered", *place, where.database]

    def sysbench(self) -> list[str]:
        """Program and connection options of sysbench."""
        return self._sysbench("mysql")

    def environment(self) -> dict[str, str]:
        """The password, for the client."""
        return {"MYSQL_PWD": self.password}


class PostgresTarget(Target):
    """A target of the PostgreSQL protocol."""

    def meet(self, engines: Mapping[str, Engine], engine: str | None, force: bool) -> None:
        """Find out what it is, and whether it is free."""
        session = self.connect()
        try:
            text = str(session.query("SELECT version()")[0][0])
            lab = self._accept(text, engines, engine).lab
            self.version = text if self.engine != "postgresql" else str(session.query("SHOW server_version")[0][0])
            self._refuse_clients(lab and session.query(lab.clients)[0][0], force)
        finally:
            session.close()

    def connect(self) -> PostgresConnection:
        """A new session."""
        where = self.address
        options: dict[str, Any] = {"host": where.host, "port": where.port, "user": where.user}
        return PostgresConnection(str(where), **options, password=self.password, dbname=where.database)

    def start(self, settings: Settings) -> None:
        """Set the variables: somebody else's server is not restarted."""
        self.set_variables(settings)

    def set_variables(self, settings: Settings) -> None:
        """Set variables of the server, until `destroy`; see `Server`."""
        session = self.connect()
        try:
            for name, value in settings.items():
                before = alter_system(session, name, value)
                self._before.setdefault(name, before)
        finally:
            session.close()

    def destroy(self) -> None:
        """Give the variables their values of before, forget the password."""
        try:
            if self._before:
                session = self.connect()
                reset_system(session, self._before)
                session.close()
        finally:
            self._before.clear()
            self._folder.remove()

    def client(self) -> list[str]:
        """The client; the password is in `environment`."""
        where = self.address
        place = [f"--host={where.host}", f"--port={where.port}", f"--username={where.user}"]
        return [find_program("psql", PSQL_HINT), "-X", "-a", "-w", *place, f"--dbname={where.database}"]

    def sysbench(self) -> list[str]:
        """Program and connection options of sysbench."""
        return self._sysbench("pgsql")

    def environment(self) -> dict[str, str]:
        """The password, for the client."""
        return {"PGPASSWORD": self.password}
