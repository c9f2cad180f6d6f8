"""Every statement of a runbook that says so was executed on that engine: it is executed here, on a real server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest
from ddlbench.discover import discover
from ddlbench.lab.engines import private_server
from ddlbench.lab.server import Connection, Server
from ddlbench.models import Runbook
from support import DATA

# While a server starts, PyMySQL leaves the socket of a session that it could not open to the garbage collector.
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

RUNBOOKS = discover(DATA).runbooks
EXECUTED = {name: book for name, book in RUNBOOKS.items() if not all(step.documented for step in book.step)}
OTHER_SESSION = re.compile(r"\b123\b")
WATCHED = {"mysql": "SELECT CONNECTION_ID()", "postgresql": "SELECT pg_backend_pid()"}
TABLE = (
    "CREATE TABLE {} (id INTEGER NOT NULL PRIMARY KEY, k INTEGER NOT NULL, c CHAR(120) NOT NULL, pad CHAR(60) NOT NULL)"
)


@contextmanager
def running(engine: str) -> Iterator[Server]:
    """A fresh private server of an engine."""
    server = private_server(engine)
    try:
        server.start({})
        yield server
    finally:
        server.destroy()


def statements(sql: str) -> list[str]:
    """The statements of a step."""
    return [each.strip() for each in sql.split(";") if each.strip()]


def has_index(session: Connection, server: Server) -> bool:
    """Whether the index of the runbook is there and can be used."""
    if server.protocol == "mysql":
        return bool(session.query("SHOW INDEX FROM sbtest1 WHERE Key_name = 'pad_k'"))
    return bool(session.query("SELECT 1 FROM pg_index WHERE indexrelid = to_regclass('pad_k') AND indisvalid"))


def carry_out(server: Server, book: Runbook) -> None:
    """Execute the steps in the order of the page; what is to be aborted is another, idle session."""
    with closing(server.connect()) as session, closing(server.connect()) as other:
        session.execute(TABLE.format(book.table))
        [(number,)] = other.query(WATCHED[server.protocol])
        for step in book.step:
            if step.documented:
                continue
            for statement in statements(OTHER_SESSION.sub(str(number), step.sql)):
                session.execute(statement)
            if step.kind in ("run", "undo"):
                assert has_index(session, server) == (step.kind == "run"), step.title.en


@pytest.mark.parametrize("name", EXECUTED)
def test_statements_of_runbook_run(name: str) -> None:
    book = EXECUTED[name]
    with running(book.engine) as server:
        carry_out(server, book)


def test_runbooks_cover_both_engines_of_this_machine() -> None:
    assert {book.engine for book in EXECUTED.values()} >= {"mariadb", "postgresql"}


@pytest.mark.parametrize("name", RUNBOOKS)
def test_each_runbook_has_every_kind_of_step(name: str) -> None:
    assert {step.kind for step in RUNBOOKS[name].step} == {"preflight", "run", "watch", "abort", "undo"}
