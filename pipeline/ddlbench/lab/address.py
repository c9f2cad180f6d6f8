"""Addresses of targets, and the password, which is in none of them."""

from __future__ import annotations

import getpass
import os
import re
import sys
from dataclasses import dataclass
from typing import get_args
from urllib.parse import unquote, urlsplit

from ddlbench.lab.server import DATABASE, LabError, Protocols

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


def sysbench_value(text: str) -> str:
    """A text as sysbench's option file can hold it: in quotes or bare, since it knows no escape."""
    if text.isprintable() and len(text.encode()) < 200:
        for quote in ('"', "'"):
            if quote not in text:
                return f"{quote}{text}{quote}"
        if re.fullmatch(r"[^\s,#'\"][^\s,]*", text):
            return text
    raise LabError("sysbench", "cannot read this password from its option file", "use one without both kinds of quotes")
