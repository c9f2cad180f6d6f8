"""Private servers of MySQL and MariaDB."""

from __future__ import annotations

import signal
from contextlib import closing
from pathlib import Path

from ddlbench.lab.connections import MysqlConnection
from ddlbench.lab.launch import find_program, run
from ddlbench.lab.private import PrivateServer
from ddlbench.lab.server import DATABASE, NAME_HINT, VARIABLE_HINT, Connection, LabError, Settings

USER = "root"
CLIENT_HINT = "sudo apt-get install -y mariadb-client-core"

COMMON = """\
skip-name-resolve
performance-schema=ON
performance-schema-consumer-events-stages-current=ON
performance-schema-instrument='stage/innodb/alter%=ON'
performance-schema-instrument='stage/sql/copy to tmp table=ON'
performance-schema-instrument='wait/lock/metadata/sql/mdl=ON'
"""
# The X protocol would open a port and a socket of its own.
MYSQL_ONLY = "mysqlx=OFF\nsecure-file-priv=NULL\n"


class MysqlServer(PrivateServer):
    """A private server of MySQL."""

    protocol = "mysql"
    users = ("mysql",)
    stop_signal = signal.SIGTERM
    server_program = "mysqld"
    server_hint = "ddlbench lab engine add mysql@9.7"
    is_mariadb = False
    more_options = MYSQL_ONLY

    def connect(self) -> MysqlConnection:
        """A new session in the database of the experiments."""
        return self._session(DATABASE)

    def client(self) -> list[str]:
        """Command line of the client; see `Server`."""
        return mysql_client(f"--socket={self.socket}", user=USER, database=DATABASE)

    @property
    def socket(self) -> Path:
        """The socket."""
        return self.socket_folder / "s"

    def _session(self, database: str | None) -> MysqlConnection:
        where = {"unix_socket": str(self.socket), "ssl_disabled": True}  # Reading the certificates takes 25 ms of CPU.
        return MysqlConnection(self.engine, **where, user=USER, database=database)

    @classmethod
    def find_programs(cls, root: Path | None) -> Path:
        """The server's program; on Debian the name `mysqld` may belong to MariaDB."""
        if root is not None:
            return Path("/usr/sbin") / cls.server_program
        program = find_program(cls.server_program, cls.server_hint)
        version = run([program, "--no-defaults", "--version"], cls.server_program)
        if ("MariaDB" in version) != cls.is_mariadb:
            raise LabError(cls.server_program, f"is another product here: {version.strip()}", cls.server_hint)
        return Path(program)

    def _initialise(self) -> None:
        self._write_options({})
        run(self._as_user([*self._server_command(), "--initialize-insecure"]), self.engine)

    def _write_options(self, settings: Settings) -> None:
        places = {"datadir": self.data, "tmpdir": self.temp_folder, "socket": self.socket}
        places |= {"pid-file": self.socket_folder / "pid"}
        network = f"port={self.port}\nbind-address=127.0.0.1\n" if self.port else "skip-networking\n"
        given = "".join(f'{name}="{value}"\n' for name, value in settings.items())
        fixed = "".join(f"{name}={path}\n" for name, path in places.items())
        self._options = self.write("my.cnf", f"[mysqld]\n{fixed}{network}{COMMON}{self.more_options}{given}")

    def _server_command(self) -> list[str]:
        return [str(self._program), f"--defaults-file={self._options}"]

    def _first_contact(self) -> str:
        with closing(self._session(None)) as session:
            session.execute(f"CREATE DATABASE IF NOT EXISTS {DATABASE}")
            return str(session.query("SELECT version()")[0][0])

    def _sysbench_options(self) -> list[str]:
        connection = [f"--mysql-socket={self.socket}", f"--mysql-user={USER}", f"--mysql-db={DATABASE}"]
        return ["--db-driver=mysql", *connection]

    def _temp_folders(self) -> tuple[Path, ...]:
        return (self.temp_folder, self.data)


class MariadbServer(MysqlServer):
    """A private server of MariaDB."""

    server_program = "mariadbd"
    server_hint = "sudo apt-get install -y mariadb-server-core"
    is_mariadb = True
    more_options = ""

    def _initialise(self) -> None:
        self._write_options({})
        install = "mariadb-install-db"
        program = f"/usr/bin/{install}" if self.root else find_program(install, self.server_hint)
        options = ["--auth-root-authentication-method=normal", "--skip-test-db", "--skip-name-resolve", "--force"]
        run(self._as_user([program, f"--defaults-file={self._options}", *options]), self.engine)


def mysql_client(*place: str, user: str, database: str) -> list[str]:
    """Command line of the machine's client, which writes the same transcript for every server of the protocol."""
    program = find_program("mariadb", CLIENT_HINT)
    return [program, "--no-defaults", "-vvv", "--unbuffered", *place, f"--user={user}", database]


def set_global(session: Connection, name: str, value: str) -> str:
    """Set one global variable, a number as a number, as MySQL demands for some; its value of before.

    `LabError` where only a restart would do.
    """
    found = session.query("SHOW GLOBAL VARIABLES WHERE variable_name = %s", name)
    if not found:
        raise LabError(session.where, f"has no variable `{name}`", NAME_HINT)
    try:
        number: int | float | str = int(value)
    except ValueError:
        number = value
    try:
        session.execute(f"SET GLOBAL `{name}` = %s", number)
    except LabError as error:
        raise LabError(session.where, error.problems[0].message, VARIABLE_HINT) from error
    return str(found[0][1])
