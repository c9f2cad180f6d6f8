"""Sessions of both protocols behind one interface."""

from __future__ import annotations

import socket
from contextlib import ExitStack
from decimal import Decimal
from typing import Any, cast

import psycopg
import pymysql  # type: ignore[import-untyped]  # Its stubs are a package of their own.

from ddlbench.lab.server import Connection, LabError, Value

CONNECT_LIMIT_S = 10


def _value(value: object) -> Value:
    """Numbers stay numbers; every other value becomes text."""
    if value is None or isinstance(value, str | float):
        return value
    if isinstance(value, int):  # A bool is one as well.
        return int(value)
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


class MysqlConnection(Connection):
    """A session of the MySQL protocol; `options` are those of `pymysql.connect`."""

    def __init__(self, where: str, **options: Any) -> None:  # noqa: ANN401
        super().__init__(where)
        options = {"connect_timeout": CONNECT_LIMIT_S, "autocommit": True, "charset": "utf8mb4", **options}
        try:
            self.raw = _connect_mysql(options)
        except (pymysql.MySQLError, OSError) as error:
            raise LabError(where, f"does not let us in: {mysql_words(error)}") from error

    def close(self) -> None:
        """End the session."""
        if self.raw.open:
            self.raw.close()

    def _run(self, sql: str, parameters: tuple[object, ...]) -> tuple[list[str], list[tuple[Value, ...]]]:
        try:
            with self.raw.cursor() as cursor:
                sql = cursor.mogrify(sql, parameters or None)
                cursor.execute(sql)
                names = [column[0].lower() for column in cursor.description or ()]
                return names, [tuple(map(_value, row)) for row in cursor.fetchall()]
        except (pymysql.MySQLError, OSError) as error:
            raise LabError(self.where, f"{mysql_words(error)}, for: {sql.strip()}") from error


def _connect_mysql(options: dict[str, Any]) -> pymysql.connections.Connection[Any]:
    """A session; encrypted where the way of logging in needs it (MySQL 8 and later, over TCP)."""
    if "unix_socket" in options:
        return _connect_socket(options)
    try:
        return pymysql.connect(**options)
    except RuntimeError:
        # Without the package `cryptography` pymysql sends such a password over TLS only.
        return pymysql.connect(**options, ssl={"check_hostname": False})


def _connect_socket(options: dict[str, Any]) -> pymysql.connections.Connection[Any]:
    """A session over a unix socket, which pymysql would leave open where nobody answers."""
    with ExitStack() as undo:
        unix = undo.enter_context(socket.socket(socket.AF_UNIX))
        unix.connect(options["unix_socket"])
        session = pymysql.connect(**options, defer_connect=True)
        session.connect(unix)
        undo.pop_all()
        return session


def mysql_words(error: Exception) -> str:
    """What the server or the library says, with its number."""
    if len(error.args) == 2:
        return f"ERROR {error.args[0]}: {error.args[1]}"
    return str(error) or type(error).__name__


class PostgresConnection(Connection):
    """A session of the PostgreSQL protocol; `options` are those of `psycopg.connect`."""

    def __init__(self, where: str, **options: Any) -> None:  # noqa: ANN401
        super().__init__(where)
        options = {"connect_timeout": CONNECT_LIMIT_S, "autocommit": True, **options}
        try:
            self.raw = psycopg.connect(**options)
        except psycopg.Error as error:
            raise LabError(where, f"does not let us in: {_first_line(error)}") from error
        self.raw.prepare_threshold = None

    def close(self) -> None:
        """End the session."""
        self.raw.close()

    def _run(self, sql: str, parameters: tuple[object, ...]) -> tuple[list[str], list[tuple[Value, ...]]]:
        try:
            cursor = self.raw.execute(cast("Any", sql), parameters or None)
            names = [column.name.lower() for column in cursor.description or ()]
            rows = cursor.fetchall() if cursor.description else []
        except psycopg.Error as error:
            raise LabError(self.where, f"{_first_line(error)}, for: {sql.strip()}") from error
        return names, [tuple(map(_value, row)) for row in rows]


def _first_line(error: Exception) -> str:
    return " · ".join(line.strip() for line in str(error).splitlines() if line.strip())[:500]
