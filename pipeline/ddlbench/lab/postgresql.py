"""Private servers of PostgreSQL."""

from __future__ import annotations

import signal
from pathlib import Path

from ddlbench.lab.connections import PostgresConnection
from ddlbench.lab.launch import find_program, run
from ddlbench.lab.private import PrivateServer
from ddlbench.lab.server import DATABASE, LabError, Settings

USER = "postgres"
PORT = 5432
INSTALL_HINT = "sudo python3 tools/setup.py --packages postgresql"
CLIENT_HINT = "sudo apt-get install -y postgresql-client"


class PostgresServer(PrivateServer):
    """A private server of PostgreSQL."""

    protocol = "postgresql"
    users = ("postgres",)
    stop_signal = signal.SIGINT  # A fast shutdown: sessions are ended, the data are clean.

    def connect(self) -> PostgresConnection:
        """A new session in the database of the experiments."""
        return self._session(DATABASE)

    def set_variables(self, settings: Settings) -> None:
        """Set variables of the running server; see `Server`."""
        session = self._session(DATABASE)
        try:
            for name, value in settings.items():
                alter_system(session, name, value)
        finally:
            session.close()

    def client(self) -> list[str]:
        """psql of this machine, which speaks with all versions."""
        program = find_program("psql", CLIENT_HINT)
        where = [f"--host={self.socket_folder}", f"--port={self.port or PORT}", f"--username={USER}"]
        return [program, "-X", "-a", *where, f"--dbname={DATABASE}"]

    def _session(self, database: str) -> PostgresConnection:
        where = {"host": str(self.socket_folder), "port": self.port or PORT}
        return PostgresConnection(self.engine, **where, user=USER, dbname=database)

    def _find_programs(self) -> None:
        root = self.root or Path("/")
        folders = root.glob("usr/lib/postgresql/*/bin")
        complete = [each for each in folders if (each / "initdb").exists() and (each / "postgres").exists()]
        if not complete:
            raise LabError("initdb", "is not installed", INSTALL_HINT)
        newest = max(complete, key=lambda folder: float(folder.parent.name))
        self._programs = Path("/") / newest.relative_to(root)

    def _initialise(self) -> None:
        options = ["--auth=trust", f"--username={USER}", "--encoding=UTF8", "--locale=C", "--no-sync"]
        run(self._as_user([str(self._programs / "initdb"), f"--pgdata={self.data}", *options]), self.engine)

    def _write_options(self, settings: Settings) -> None:
        fixed = {
            "unix_socket_directories": str(self.socket_folder),
            "port": str(self.port or PORT),
            "listen_addresses": "127.0.0.1" if self.port else "",
            **settings,
        }
        lines = (f"{name} = '{value.replace(chr(39), chr(39) * 2)}'\n" for name, value in fixed.items())
        # What `set_variables` wrote belongs to the run before.
        (self.data / "postgresql.auto.conf").write_text("", "utf-8")
        self._options = self.write("postgresql.conf", "".join(lines))

    def _server_command(self) -> list[str]:
        files = [f"hba_file={self.data}/pg_hba.conf", f"ident_file={self.data}/pg_ident.conf"]
        command = [str(self._programs / "postgres"), "-D", str(self.data), "-c", f"config_file={self._options}"]
        return [*command, *(part for file in files for part in ("-c", file))]

    def _first_contact(self) -> str:
        session = self._session("postgres")
        try:
            if not session.query("SELECT 1 FROM pg_database WHERE datname = %s", DATABASE):
                session.execute(f"CREATE DATABASE {DATABASE}")
            return str(session.query("SHOW server_version")[0][0])
        finally:
            session.close()

    def _sysbench_options(self) -> list[str]:
        where = [f"--pgsql-host={self.socket_folder}", f"--pgsql-port={self.port or PORT}"]
        return ["--db-driver=pgsql", *where, f"--pgsql-user={USER}", f"--pgsql-db={DATABASE}"]

    def _temp_folders(self) -> tuple[Path, ...]:
        return (self.data / "base" / "pgsql_tmp",)


def alter_system(session: PostgresConnection, name: str, value: str) -> None:
    """Set one variable for all sessions to come; `LabError` where only a restart would do."""
    found = session.query("SELECT context FROM pg_settings WHERE name = %s", name)
    if not found:
        raise LabError(session.where, f"has no variable `{name}`")
    if found[0][0] in {"postmaster", "internal"}:
        raise LabError(session.where, f"`{name}` is read-only while the server runs", "start the server with it")
    quoted = value.replace("'", "''")
    session.execute(f"ALTER SYSTEM SET {name} = '{quoted}'")
    session.execute("SELECT pg_reload_conf()")
