"""Targets: real servers over TCP with a password, used as they are and left as they were."""

from __future__ import annotations

import os
import stat
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from ddlbench.lab.address import Address, sysbench_value
from ddlbench.lab.private import PrivateServer
from ddlbench.lab.replica import free_port
from ddlbench.lab.runtime import cache_folder
from ddlbench.lab.server import LabError, Value
from ddlbench.lab.target import open_target, recognise
from lab_servers import ENGINES, SPECS, answer, cache_with_a_long_name, lab_of, listening, value, wait_until

PASSWORD = "it's se,cr#et \\ 97"

DYNAMIC = {"mariadb": ("sort_buffer_size", "700000"), "postgresql": ("work_mem", "7000")}
READ_ONLY = {"mariadb": ("innodb_sort_buffer_size", "65536"), "postgresql": ("shared_buffers", "20000")}


@pytest.fixture(scope="module", autouse=True)
def cache() -> Iterator[Path]:
    """Where the servers lie."""
    with cache_with_a_long_name() as folder:
        yield folder


@pytest.fixture(scope="module", params=SPECS)
def server(request: pytest.FixtureRequest) -> Iterator[PrivateServer]:
    """A running server that listens on TCP too, for the tests that leave it as it was."""
    with listening(request.param) as made:
        yield made


@pytest.fixture(scope="module")
def app(server: PrivateServer) -> str:
    """The address for a user who must give the password; PostgreSQL's own rule would trust everyone here."""
    with closing(server.connect()) as session:
        if server.protocol == "mysql":
            session.execute("CREATE USER app@'127.0.0.1' IDENTIFIED BY %s", PASSWORD)
            session.execute("GRANT ALL ON *.* TO app@'127.0.0.1'")
        else:
            (server.data / "pg_hba.conf").write_text("local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n")
            quoted = PASSWORD.replace("'", "''")
            session.execute(f"CREATE USER app SUPERUSER PASSWORD '{quoted}'")
            session.execute("SELECT pg_reload_conf()")
    return f"{server.protocol}://app@127.0.0.1:{server.port}/sbtest"


def others(server: PrivateServer) -> Value:
    """How many sessions there are besides the one that asks; a closed one may be counted for a moment."""
    return answer(server, lab_of(server).clients)


def test_a_target_is_refused_until_it_is_free(app: str, server: PrivateServer) -> None:
    wrong = r"does not let us in: .*(Access denied|authentication failed).*\nhint: the password comes from DDLBENCH_PASSWORD"
    with pytest.raises(LabError, match=wrong):
        open_target(app, ENGINES, password="wrong")
    wait_until(lambda: others(server) == 0)
    with closing(server.connect()), pytest.raises(LabError, match=r"has other clients connected: 1\nhint: .*--force"):
        open_target(app, ENGINES, password=PASSWORD)
    with closing(server.connect()):
        open_target(app, ENGINES, force=True, password=PASSWORD).destroy()


def test_a_target_is_used_with_its_password_out_of_sight(app: str, server: PrivateServer) -> None:
    target = open_target(app, ENGINES, force=True, password=PASSWORD)
    assert (target.engine, target.version) == (server.engine, server.version)
    assert (target.private, target.pid, target.temp_dirs) == (False, None, ())
    assert PASSWORD not in f"{target!r} {target.client()} {target.sysbench()}"
    environment = {**os.environ, **target.environment()}
    subprocess.run(target.client(), input=b"SELECT 1;", env=environment, capture_output=True, check=True)
    for command in ("prepare", "cleanup"):
        arguments = [*target.sysbench(), "oltp_read_write", "--tables=1", "--table-size=100", command]
        subprocess.run(arguments, env=environment, capture_output=True, check=True)
    secret = next((cache_folder() / "servers").glob("*/sysbench.conf"))
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    target.destroy()
    assert not secret.parent.exists()


def test_a_target_has_each_trials_variables_and_then_its_own_again(app: str, server: PrivateServer) -> None:
    name, wanted = DYNAMIC[server.engine]
    before = value(server, name)
    target = open_target(app, ENGINES, force=True, password=PASSWORD)
    for settings, expected in (({name: wanted}, wanted), ({}, before), ({name: wanted}, wanted)):
        target.start(settings)
        wait_until(lambda expected=expected: value(server, name) == expected)
    target.destroy()
    wait_until(lambda: value(server, name) == before)


@pytest.mark.parametrize("scheme", ["mysql", "postgresql"])
def test_a_target_that_is_not_there_is_told(scheme: str) -> None:
    port = free_port()
    with pytest.raises(
        LabError, match=rf"{scheme}://app@127\.0\.0\.1:{port}/sbtest: does not let us in: .*refused[^\n]*\nhint: see"
    ):
        open_target(f"{scheme}://app@127.0.0.1:{port}", ENGINES, password="")


@pytest.mark.parametrize("url", ["mysql://localhost/db", "oracle://me@host/db", "mysql://me@host:many/db", "host"])
def test_a_wrong_address_is_told(url: str) -> None:
    with pytest.raises(LabError, match="hint: write mysql://user@host:port/database"):
        Address.parse(url)


def test_a_password_in_an_address_is_refused_and_not_repeated() -> None:
    with pytest.raises(LabError, match="hint: leave it out") as refused:
        Address.parse("mysql://me:sesame@host/db")
    assert "sesame" not in str(refused.value)


def test_a_password_that_sysbench_cannot_read_is_told() -> None:
    assert sysbench_value("a\"b'c") == "a\"b'c"
    with pytest.raises(LabError, match="use one without both kinds of quotes"):
        sysbench_value("a \"b'c")


@pytest.mark.parametrize(
    ("text", "engine"),
    [
        ("8.0.11-TiDB-v8.5.0 version_comment TiDB Server (Apache License 2.0)", "tidb"),
        ("5.7.25-OceanBase-v4.2.1.0 version_comment OceanBase_CE 4.2.1.0", "oceanbase"),
        ("8.0.32 version_comment Source distribution aurora_version 3.05.2", "aurora-mysql"),
        ("11.8.6-MariaDB-0+deb13u1 version_comment from Debian", "mariadb"),
        ("9.7.4-2 version_comment (Debian)", "mysql"),
    ],
)
def test_an_engine_is_known_by_what_it_says(text: str, engine: str) -> None:
    assert recognise(text, "mysql", ENGINES) == engine


def test_cockroachdb_is_not_taken_for_postgresql() -> None:
    assert recognise("CockroachDB CCL v23.1.0", "postgresql", ENGINES) == "cockroachdb"
    assert recognise("PostgreSQL 17.11 (Debian 17.11-0+deb13u1)", "postgresql", ENGINES) == "postgresql"


def test_a_variable_that_a_target_cannot_set_is_told(app: str, server: PrivateServer) -> None:
    target = open_target(app, ENGINES, force=True, password=PASSWORD)
    name, wanted = READ_ONLY[server.engine]
    try:
        with pytest.raises(LabError, match=r"(?i)read.only[^\n]*\nhint: .*private server"):
            target.start({name: wanted})
        with pytest.raises(LabError, match=r"has no variable `no_such_thing`\nhint: "):
            target.start({"no_such_thing": "1"})
    finally:
        target.destroy()
