"""Real servers: they start, stop, refuse and vanish as the lab needs it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from ddlbench.database import connect, create_tables, table_columns
from ddlbench.lab import launch
from ddlbench.lab.engines import private_server
from ddlbench.lab.mysql import mysql_client
from ddlbench.lab.postgresql import PostgresServer, psql
from ddlbench.lab.private import SYSBENCH_HINT, PrivateServer
from ddlbench.lab.roots import Mirror, _keyring, add_root
from ddlbench.lab.runtime import Process, cleanup_leftovers
from ddlbench.lab.server import LabError
from ddlbench.models import PackagedVersion
from lab_servers import SPECS, answer, cache_with_a_long_name, lab_of, listening, value, wait_until
from support import DATA, Here

SETTING = {"mariadb": ("innodb_sort_buffer_size", "65536"), "postgresql": ("maintenance_work_mem", "70000")}
WRONG = {"mariadb": ("no_such_setting", "1"), "postgresql": ("shared_buffers", "much")}
SESSION_ID = {"mariadb": "SELECT connection_id()", "postgresql": "SELECT pg_backend_pid()"}

LAB = """
import os, signal, sys
from ddlbench.lab.engines import private_server
for spec in sys.argv[1:]:
    server = private_server(spec)
    server.start({})
    print(server.pid, server.data.parent, server.socket_folder)
    sys.stdout.flush()
os.kill(os.getpid(), signal.SIGKILL)
"""


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


def listens(pid: int) -> bool:
    """Whether a process has a socket that waits for connections over TCP."""
    inodes = set()
    for descriptor in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(OSError):
            inodes.add(str(descriptor.readlink()).removeprefix("socket:[").removesuffix("]"))
    tables = [Path(f"/proc/{pid}/net/{name}") for name in ("tcp", "tcp6")]
    rows = [line.split() for table in tables if table.exists() for line in table.read_text().splitlines()[1:]]
    return any(row[3] == "0A" and row[9] in inodes for row in rows)


@pytest.mark.parametrize("spec", SPECS)
def test_a_private_server_lives_and_leaves_nothing(spec: str) -> None:
    server = private_server(spec)
    name, wanted = SETTING[spec]
    try:
        server.start({name: wanted})
        assert server.pid is not None
        assert value(server, name) == wanted
        assert server.version.startswith(("1", "9"))
        assert not listens(server.pid)
        assert Path(f"/proc/{server.pid}").stat().st_uid != 0
        sockets = [each for each in server.socket_folder.iterdir() if each.is_socket()]
        assert [len(str(each)) < 100 for each in sockets] == [True]
        with closing(server.connect()) as session:
            session.execute("CREATE TABLE kept (id INT)")
        server.start({})
        assert value(server, name) != wanted
        with closing(server.connect()) as session:
            assert session.select("SELECT count(*) AS Rows_kept FROM kept") == [{"rows_kept": 0}]
        server.stop()
        server.stop()
        assert server.pid is None
    finally:
        server.destroy()
    assert not server.data.parent.exists()
    assert not server.socket_folder.exists()


def test_postgresql_keeps_what_initdb_chose() -> None:
    """Every version has 128 MB of buffers then, as an installed one has."""
    server = private_server("postgresql")
    try:
        server.start({"work_mem": "7MB"})
        query = "SELECT count(*) FROM pg_settings WHERE sourcefile = %s"
        assert int(str(answer(server, query, str(server.data / "postgresql.conf")))) > 5
        assert answer(server, "SHOW work_mem") == "7MB"
        assert answer(server, "SHOW shared_buffers") == "128MB"
    finally:
        server.destroy()


def test_the_server_of_a_target_listens(server: PrivateServer) -> None:
    assert listens(server.pid or 0)  # Else the test above would prove nothing.


@pytest.mark.parametrize("spec", SPECS)
def test_a_refused_setting_is_told_and_the_server_can_start_after_it(spec: str) -> None:
    server = private_server(spec)
    name, wrong = WRONG[spec]
    try:
        with pytest.raises(LabError, match=rf"does not start: .*{name}"):
            server.start({name: wrong})
        assert server.pid is None
        with pytest.raises(LabError, match="is not a setting that can be written"):
            server.start({name: "1\nuser=root"})
        server.start({})
        assert server.pid is not None
        os.kill(server.pid, signal.SIGKILL)
        wait_until(lambda: server.pid is None)
        with pytest.raises(LabError, match="does not let us in"):
            server.connect()
        server.start({})
        assert answer(server, "SELECT 1") == 1
    finally:
        server.destroy()


def test_a_failed_statement_names_the_statement(server: PrivateServer) -> None:
    with pytest.raises(LabError, match="for: SELECT nonsense"):
        answer(server, "SELECT nonsense")


def test_client_and_sysbench_reach_the_server(server: PrivateServer) -> None:
    environment = {**os.environ, **server.environment()}
    sql = "\\timing on\nSELECT 41 + 1;\n" if server.engine == "postgresql" else "SELECT 41 + 1;\n"
    transcript = subprocess.run(
        server.client(), input=sql, env=environment, capture_output=True, encoding="utf-8", check=True
    )
    assert "SELECT 41 + 1" in transcript.stdout
    assert "42" in transcript.stdout
    assert "(0.0" in transcript.stdout or "Time: " in transcript.stdout
    options = ["oltp_read_write", "--tables=1", "--table-size=100"]
    for command in ("prepare", "cleanup"):
        subprocess.run([*server.sysbench(), *options, command], env=environment, capture_output=True, check=True)


def test_the_queries_of_an_engine_run_and_name_columns_of_the_tables(server: PrivateServer) -> None:
    lab = lab_of(server)
    assert lab.progress is not None
    assert lab.status_query is not None
    with connect() as tables:
        create_tables(tables)
        columns = table_columns(tables)["ddl_progress"].keys()
    with closing(server.connect()) as session:
        for query in (lab.variables_query, lab.status_query):
            rows = session.query(query)
            assert len(rows) > 20
            assert {len(row) for row in rows} == {2}
        # A row of NULLs, since no DDL runs, shows the names.
        [names] = session.select(f"SELECT p.* FROM (SELECT 1 AS one) o LEFT JOIN ({lab.progress}) p ON true")
    assert names.keys() <= columns | {"work_done", "work_total"}


def test_a_waiting_ddl_names_who_holds_the_lock(server: PrivateServer) -> None:
    lab = lab_of(server)
    assert lab.lock_waits is not None
    statement = lab.statements["add_index"].format(table="held", index="i", column="id")
    with closing(server.connect()) as holder, closing(server.connect()) as waiter, closing(server.connect()) as watcher:
        holder.execute("CREATE TABLE held (id INT)")
        holder.execute("BEGIN")
        holder.execute("INSERT INTO held VALUES (1)")
        [[pid]] = holder.query(SESSION_ID[server.engine])
        thread = threading.Thread(target=waiter.execute, args=(statement,))
        thread.start()
        query = lab.lock_waits
        wait_until(lambda: watcher.query(query) != [])
        waits = watcher.select(query)
        holder.execute("ROLLBACK")
        thread.join()
        assert [row["blocking_pids"] for row in waits] == [str(pid)]
        assert str(waits[0]["waiting_query"]).startswith(statement[:20])
        assert watcher.query(lab.clients) == [(2,)]
        holder.execute("DROP TABLE held")


def test_what_a_killed_lab_left_is_ended_and_removed() -> None:
    living = private_server("mariadb")
    try:
        living.start({})
        killed = subprocess.run([sys.executable, "-c", LAB, *SPECS], capture_output=True, encoding="utf-8", check=False)
        assert killed.returncode == -signal.SIGKILL, killed.stderr
        left = [line.split() for line in killed.stdout.splitlines()]
        processes = [Process.parse(Path(f"/proc/{pid}/stat").read_text()) for pid, *_ in left]
        assert [process.is_alive() for process in processes] == [True, True]
        assert cleanup_leftovers() == sorted(Path(folder).name for _, folder, _ in left)
        assert [process.is_alive() for process in processes] == [False, False]
        assert [Path(folder).exists() for _, *folders in left for folder in folders] == [False] * 4
        assert living.pid is not None
        assert answer(living, "SELECT 1") == 1
    finally:
        living.destroy()


def test_a_missing_program_is_named_with_the_line_that_installs_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(launch, "PATH", str(tmp_path))
    with pytest.raises(LabError, match="mariadbd: is not installed\nhint: sudo apt-get install -y mariadb-server-core"):
        private_server("mariadb")
    with pytest.raises(LabError, match="mysqld: is not installed\nhint: ddlbench lab engine add mysql@"):
        private_server("mysql")
    with pytest.raises(LabError, match=r"initdb: is not installed\nhint: sudo python3 tools/setup\.py"):
        PostgresServer.find_programs(tmp_path)
    with pytest.raises(LabError, match="mariadb: is not installed\nhint: sudo apt-get install -y mariadb-client-core"):
        mysql_client(user="me", database="db")
    with pytest.raises(LabError, match="psql: is not installed\nhint: sudo apt-get install -y postgresql-client"):
        psql("h", 1, user="me", database="db")
    with pytest.raises(LabError, match="sysbench: is not installed\nhint: sudo apt-get install -y sysbench"):
        launch.find_program("sysbench", SYSBENCH_HINT)


def test_an_unknown_engine_or_version_is_told(here: Here) -> None:
    with pytest.raises(LabError, match="is no engine that the lab can start\nhint: did you mean `mariadb`"):
        private_server("mariadbd")
    with pytest.raises(LabError, match=r"hint: add it: ddlbench lab engine add mariadb@10\.5"):
        private_server("mariadb@10.5")
    done = here(DATA.parent, "lab", "engine", "add", "mysql@9.6")
    assert done.returncode == 1
    assert "hint: did you mean `mysql@9.7`" in done.stderr
    listed = here(DATA.parent, "lab", "engine", "list")
    assert "mysql@9.7            can be added from sid" in listed.stdout


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can start a server in a private root")
def test_a_version_of_another_suite_is_added_and_started(here: Here) -> None:
    done = here(DATA.parent, "lab", "engine", "add", "mariadb@11.8")
    assert done.returncode == 0, done.stderr
    server = private_server("mariadb@11.8")
    try:
        server.start({})
        assert server.version.startswith("11.8")
        assert answer(server, "SELECT 1") == 1
    finally:
        server.destroy()


def test_private_roots_are_for_root_and_others_are_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    with pytest.raises(LabError, match=r"mysql@9\.7: can only be added and started by root\nhint: use sudo, or a"):
        add_root("mysql", "9.7", PackagedVersion(suite="sid", packages=["mysql-server-core"]), print)
    with pytest.raises(
        LabError, match=r"can only be used by root\nhint: run the lab as root, or use the machine's own"
    ):
        launch.as_user(["mysqld"], (1000, 1000), tmp_path, [])
    with pytest.raises(LabError, match=r"can only be made small by root\nhint: .*leave this scenario out"):
        launch.small_folder(tmp_path, (1000, 1000), 16)


def test_a_keyring_is_read_from_both_kinds_of_apt_sources(tmp_path: Path) -> None:
    stanzas = tmp_path / "debian.sources"
    stanzas.write_text("Types: deb\nURIs: http://one\n\nTypes: deb\nURIs: http://two\nSigned-By: /usr/two.gpg\n")
    lines = tmp_path / "debian.list"
    lines.write_text("# a comment\ndeb [arch=amd64 signed-by=/usr/three.gpg] http://three sid main\n")
    assert [_keyring(f"{stanzas}:{number}") for number in (1, 2)] == [None, "/usr/two.gpg"]
    assert _keyring(f"{lines}:2") == "/usr/three.gpg"
    source = Mirror("http://three", "/usr/three.gpg").source("sid")
    assert source == "deb [target=Packages signed-by=/usr/three.gpg] http://three sid main\n"
