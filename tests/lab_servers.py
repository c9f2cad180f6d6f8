"""Real servers for tests of the lab: where they lie, what is asked of them, and how one waits for them."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from ddlbench.lab.catalog import engines_of
from ddlbench.lab.engines import private_server
from ddlbench.lab.private import PrivateServer
from ddlbench.lab.replica import free_port
from ddlbench.lab.server import Value
from ddlbench.models import LabDialect
from support import ROOT

ENGINES = engines_of(ROOT)
SPECS = ("mariadb", "postgresql")

GET = {
    "mariadb": "SELECT variable_value FROM information_schema.global_variables WHERE variable_name = %s",
    "postgresql": "SELECT setting FROM pg_settings WHERE name = %s",
}


@contextmanager
def cache_with_a_long_name() -> Iterator[Path]:
    """A cache folder with a long name, which the servers' user can enter; nothing is left in it."""
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory(prefix="ddlbench-test-") as made:
        Path(made).chmod(0o755)
        folder = Path(made) / ("a-long-name-" * 8)
        patch.setenv("XDG_CACHE_HOME", str(folder))
        patch.setenv("TMPDIR", str(folder))
        yield folder
        assert list((folder / "ddlbench/lab/servers").glob("*")) == []


@contextmanager
def listening(spec: str) -> Iterator[PrivateServer]:
    """A running server that listens on TCP too."""
    made = private_server(spec, free_port())
    try:
        made.start({})
        yield made
    finally:
        made.destroy()


def wait_until(condition: Callable[[], bool]) -> None:
    """Wait for what happens soon, such as a setting that reaches new sessions."""
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline, "it did not happen within 20 s"
        time.sleep(0.02)


def lab_of(server: PrivateServer) -> LabDialect:
    lab = ENGINES[server.engine].lab
    assert lab is not None
    return lab


def value(server: PrivateServer, name: str) -> str:
    return str(answer(server, GET[server.engine], name))


def answer(server: PrivateServer, query: str, *parameters: str) -> Value:
    """The one value that a query gives, in a session of its own."""
    with closing(server.connect()) as session:
        [[found]] = session.query(query, *parameters)
        return found
