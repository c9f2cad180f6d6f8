"""A replica of a private server of the MySQL family: how far a DDL puts it behind."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import cast

from ddlbench.lab.engines import private_server
from ddlbench.lab.journal import Value
from ddlbench.lab.samplers import Sampler
from ddlbench.lab.server import Connection, LabError, Server

USER = "ddlbench_replica"
CATCH_UP_LIMIT_S = 120.0
SAMPLE_S = 0.5

REPLICA_SETTINGS = {"server_id": "2"}


def free_port() -> int:
    """A TCP port of this machine that nothing listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class ReplicaSampler(Sampler):
    """How far the replica is behind, twice a second."""

    def __init__(self, replica: Server, path: Path) -> None:
        super().__init__("samples of the replica", SAMPLE_S)
        self._connection = replica.connect()
        self._file = self.journal(path)

    def sample(self) -> None:
        """One line."""
        status = replica_status(self._connection)
        lag = first(status, "seconds_behind_source", "seconds_behind_master")
        state = first(status, "replica_sql_running_state", "slave_sql_running_state")
        position = f"{first(status, 'relay_source_log_file', 'relay_master_log_file')}:{applied(status)}"
        self._file.write([{"lag_s": lag, "state": state, "position": position}])

    def stop(self) -> None:
        """Take no more samples."""
        super().stop()
        self._connection.close()


def first(status: dict[str, Value], *names: str) -> Value:
    """The value under the first of the names that this version uses."""
    return next((status[name] for name in names if name in status), None)


def applied(status: dict[str, Value]) -> int:
    """How far the replica has applied the primary's log, in bytes of its file."""
    return int(cast(int, first(status, "exec_source_log_pos", "exec_master_log_pos") or 0))


def replica_status(connection: Connection) -> dict[str, Value]:
    """What the replica says of itself; `LabError` where replication has stopped with an error."""
    [status] = connection.select(_either(connection, "SHOW REPLICA STATUS", "SHOW SLAVE STATUS"))
    for name in ("last_io_error", "last_sql_error"):
        if status.get(name):
            raise LabError("replica", f"has stopped: {status[name]}")
    return status


def _either(connection: Connection, new: str, old: str) -> str:
    """The statement that this server knows: MySQL renamed them, MariaDB keeps the old ones."""
    try:
        connection.query(new)
    except LabError:
        return old
    return new


def primary_position(connection: Connection) -> tuple[str, int]:
    """File and offset at which the primary writes its log."""
    rows = connection.query(_either(connection, "SHOW BINARY LOG STATUS", "SHOW MASTER STATUS"))
    return str(rows[0][0]), int(cast(int, rows[0][1]))


def follow(primary: Server, replica: Server, port: int) -> None:
    """Let the replica apply what the primary does from now on."""
    with closing(primary.connect()) as source, closing(replica.connect()) as target:
        source.execute(f"CREATE USER IF NOT EXISTS '{USER}'@'127.0.0.1' IDENTIFIED BY '{USER}'")
        source.execute(f"GRANT REPLICATION SLAVE ON *.* TO '{USER}'@'127.0.0.1'")
        file, position = primary_position(source)
        old = f"CHANGE MASTER TO MASTER_HOST='127.0.0.1', MASTER_PORT={port}, MASTER_USER='{USER}', "
        old += f"MASTER_PASSWORD='{USER}', MASTER_LOG_FILE='{file}', MASTER_LOG_POS={position}"
        new = old.replace("CHANGE MASTER", "CHANGE REPLICATION SOURCE").replace("MASTER_", "SOURCE_")
        try:
            target.execute(f"{new}, GET_SOURCE_PUBLIC_KEY=1")
            target.execute("START REPLICA")
        except LabError:
            target.execute(old)
            target.execute("START SLAVE")


def catch_up(primary: Server, replica: Server) -> None:
    """Wait until the replica has applied all that the primary has written by now; `LabError` when it does not."""
    with closing(primary.connect()) as source, closing(replica.connect()) as target:
        file, position = primary_position(source)
        end = time.monotonic() + CATCH_UP_LIMIT_S
        while True:
            status = replica_status(target)
            if (first(status, "relay_source_log_file", "relay_master_log_file"), applied(status)) >= (file, position):
                return
            if time.monotonic() > end:
                raise LabError("replica", f"has not caught up within {CATCH_UP_LIMIT_S:.0f} s")
            time.sleep(0.1)


@contextmanager
def replicated(primary: Server, spec: str, port: int, path: Path) -> Iterator[Server]:
    """A replica of a primary that listens on a port, while this lasts; its samples go to a file."""
    replica = private_server(spec)
    try:
        replica.start(REPLICA_SETTINGS)
        follow(primary, replica, port)
        sampler = ReplicaSampler(replica, path)
        sampler.start()
        try:
            yield replica
        finally:
            sampler.stop()
    finally:
        replica.destroy()
