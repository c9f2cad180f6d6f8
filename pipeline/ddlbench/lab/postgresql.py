"""Private servers of PostgreSQL."""

from __future__ import annotations

import signal
import time
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from ddlbench.lab.connections import PostgresConnection
from ddlbench.lab.launch import find_program, run
from ddlbench.lab.private import PrivateServer
from ddlbench.lab.server import DATABASE, NAME_HINT, VARIABLE_HINT, Connection, LabError, Settings

USER = "postgres"
PORT = 5432
INSTALL_HINT = "sudo python3 tools/setup.py --packages postgresql"
CLIENT_HINT = "sudo apt-get install -y postgresql-client"
MEMORY_LIMIT_S = 10


class PostgresServer(PrivateServer):
    """A private server of PostgreSQL."""

    protocol = "postgresql"
    users = ("postgres",)
    stop_signal = signal.SIGINT  # A fast shutdown: sessions are ended, the data are clean.

    def connect(self) -> PostgresConnection:
        """A new session in the database of the experiments."""
        return self._session(DATABASE)

    def start(self, settings: Settings) -> None:
        """(Re)start with these settings; see `Server`."""
        end = time.monotonic() + MEMORY_LIMIT_S
        while True:
            try:
                return super().start(settings)
            except LabError as error:
                # Processes of a server that was killed hold its shared memory until they notice.
                if "pre-existing shared memory block" not in str(error) or time.monotonic() > end:
                    raise
            time.sleep(0.2)

    def client(self) -> list[str]:
        """Command line of the client; see `Server`."""
        return psql(str(self.socket_folder), self.port or PORT, user=USER, database=DATABASE)

    def _session(self, database: str) -> PostgresConnection:
        where = {"host": str(self.socket_folder), "port": self.port or PORT}
        return PostgresConnection(self.engine, **where, user=USER, dbname=database)

    @classmethod
    def find_programs(cls, root: Path | None) -> Path:
        """The newest server, with the `initdb` beside it."""
        folder = root or Path("/")
        programs = folder.glob("usr/lib/postgresql/*/bin/postgres")
        complete = [each for each in programs if each.with_name("initdb").exists()]
        if not complete:
            raise LabError("initdb", "is not installed", INSTALL_HINT)
        newest = max(complete, key=lambda program: float(program.parts[-3]))
        return Path("/") / newest.relative_to(folder)

    def _initialise(self) -> None:
        options = ["--auth=trust", f"--username={USER}", "--encoding=UTF8", "--locale=C", "--no-sync"]
        run(self._as_user([str(self._program.with_name("initdb")), f"--pgdata={self.data}", *options]), self.engine)

    def _write_options(self, settings: Settings) -> None:
        fixed = {
            "include": str(
                self.data / "postgresql.conf"
            ),  # What initdb found: up to version 14 more memory than nothing.
            "unix_socket_directories": str(self.socket_folder),
            "port": str(self.port or PORT),
            "listen_addresses": "127.0.0.1" if self.port else "",
            **settings,
        }
        lines = (f"{name} = '{value.replace(chr(39), chr(39) * 2)}'\n" for name, value in fixed.items())
        self._options = self.write("postgresql.conf", "".join(lines))

    def _server_command(self) -> list[str]:
        files = [f"hba_file={self.data}/pg_hba.conf", f"ident_file={self.data}/pg_ident.conf"]
        command = [str(self._program), "-D", str(self.data), "-c", f"config_file={self._options}"]
        return [*command, *(part for file in files for part in ("-c", file))]

    def _first_contact(self) -> str:
        with closing(self._session("postgres")) as session:
            if not session.query("SELECT 1 FROM pg_database WHERE datname = %s", DATABASE):
                session.execute(f"CREATE DATABASE {DATABASE}")
            return str(session.query("SHOW server_version")[0][0])

    def _sysbench_options(self) -> list[str]:
        where = [f"--pgsql-host={self.socket_folder}", f"--pgsql-port={self.port or PORT}"]
        return ["--db-driver=pgsql", *where, f"--pgsql-user={USER}", f"--pgsql-db={DATABASE}"]

    def _temp_folders(self) -> tuple[Path, ...]:
        return (self.data / "base" / "pgsql_tmp",)


def psql(host: str, port: int, user: str, database: str) -> list[str]:
    """Command line of this machine's psql, which speaks with all versions; it never asks for a password."""
    where = [f"--host={host}", f"--port={port}", f"--username={user}", f"--dbname={database}"]
    return [find_program("psql", CLIENT_HINT), "-X", "-a", "-w", *where]


def alter_system(session: Connection, name: str, value: str) -> str | None:
    """Set one variable for all sessions to come; what `ALTER SYSTEM` had set it to before, if anything.

    `LabError` where only a restart would do.
    """
    asked = "SELECT context, current_setting(name), sourcefile LIKE %s FROM pg_settings WHERE name = %s"
    found = session.query(asked, "%/postgresql.auto.conf", name)
    if not found:
        raise LabError(session.where, f"has no variable `{name}`", NAME_HINT)
    context, before, is_altered = found[0]
    if context in {"postmaster", "internal"}:
        raise LabError(session.where, f"`{name}` is read-only while the server runs", VARIABLE_HINT)
    quoted = value.replace("'", "''")
    session.execute(f"ALTER SYSTEM SET {name} = '{quoted}'")
    session.execute("SELECT pg_reload_conf()")
    return str(before) if is_altered else None


def reset_system(session: Connection, before: Mapping[str, str | None]) -> None:
    """Undo `alter_system`."""
    for name, value in before.items():
        if value is not None:
            alter_system(session, name, value)
        else:
            session.execute(f"ALTER SYSTEM RESET {name}")
    session.execute("SELECT pg_reload_conf()")
