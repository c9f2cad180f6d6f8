"""From ENGINE or ENGINE@VERSION to a private server."""

from __future__ import annotations

from pathlib import Path

from ddlbench.errors import did_you_mean
from ddlbench.lab.mysql import MariadbServer, MysqlServer
from ddlbench.lab.postgresql import PostgresServer
from ddlbench.lab.private import PrivateServer
from ddlbench.lab.server import LabError

PRIVATE: dict[str, type[PrivateServer]] = {
    "mariadb": MariadbServer,
    "mysql": MysqlServer,
    "postgresql": PostgresServer,
}


def private_server(spec: str, port: int | None = None) -> PrivateServer:
    """A private server of ENGINE (the machine's own binaries) or ENGINE@VERSION, with empty data, not yet started."""
    engine, _, version = spec.partition("@")
    if engine not in PRIVATE:
        raise LabError(spec, "is no engine that the lab can start", did_you_mean(engine, PRIVATE))
    return PRIVATE[engine](engine, root_of(engine, version) if version else None, port)


def root_of(engine: str, version: str) -> Path | None:
    """The private root that holds a version."""
    raise LabError(f"{engine}@{version}", "is not installed", f"ddlbench lab engine add {engine}@{version}")
