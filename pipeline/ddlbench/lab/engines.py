"""From ENGINE or ENGINE@VERSION to a private server."""

from __future__ import annotations

from collections.abc import Iterator

from ddlbench.errors import did_you_mean
from ddlbench.lab.mysql import MariadbServer, MysqlServer
from ddlbench.lab.postgresql import PostgresServer
from ddlbench.lab.private import PrivateServer
from ddlbench.lab.roots import installed_root, root_folder
from ddlbench.lab.server import LabError
from ddlbench.models import Engine

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
    return PRIVATE[engine](engine, installed_root(engine, version) if version else None, port)


def engine_versions(engines: dict[str, Engine]) -> Iterator[tuple[str, str]]:
    """What the lab can start: ENGINE for the machine's own binaries, ENGINE@VERSION, each with where it is."""
    for name, engine in engines.items():
        if name not in PRIVATE or engine.lab is None:
            continue
        try:
            yield name, f"of this machine: {PRIVATE[name].find_programs(None)}"
        except LabError as error:
            yield name, f"not on this machine; {error.problems[0].hint}"
        for version, packaged in engine.lab.versions.items():
            root = root_folder(name, version)
            yield f"{name}@{version}", f"in {root}" if root.is_dir() else f"can be added from {packaged.suite}"
