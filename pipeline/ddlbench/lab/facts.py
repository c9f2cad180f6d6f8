"""What a run states of its server: version, regime, tools, and what was set."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from contextlib import closing, suppress
from importlib.metadata import version
from typing import Any

from ddlbench.lab.plan import Load
from ddlbench.lab.server import LabError, Server

DATA_MIB = {
    "mysql": "SELECT sum(data_length + index_length) / 1048576.0 FROM information_schema.tables "
    "WHERE table_schema = database()",
    "postgresql": "SELECT sum(pg_total_relation_size(oid)) / 1048576.0 FROM pg_class "
    "WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace",
}
BUFFER_MIB = {
    "mysql": "SELECT @@innodb_buffer_pool_size / 1048576.0",
    "postgresql": "SELECT setting::float8 * 8192 / 1048576 FROM pg_settings WHERE name = 'shared_buffers'",
}
DURABILITY = {
    "mysql": "SELECT CASE WHEN @@innodb_flush_log_at_trx_commit = 1 AND (@@log_bin = 0 OR @@sync_binlog = 1) "
    "THEN 'full' ELSE 'relaxed' END",
    "postgresql": "SELECT CASE WHEN current_setting('fsync') = 'off' THEN 'off' "
    "WHEN current_setting('synchronous_commit') = 'off' THEN 'relaxed' ELSE 'full' END",
}
ROW_BYTES = 230
"""About what a row of sysbench takes with its index, for servers that do not tell the size of a table."""


def server_facts(server: Server, load: Load) -> dict[str, Any]:
    """The facts of a server whose tables have just been prepared."""
    # What MySQL says of a table's size is old, unless it is asked to look again.
    fresh = [f"ANALYZE TABLE sbtest{number}" for number in range(1, load.tables + 1)]
    fresh = ["SET SESSION information_schema_stats_expiry = 0", *fresh] if server.protocol == "mysql" else []
    data = _asked(server, DATA_MIB[server.protocol], fresh) or load.tables * load.table_rows * ROW_BYTES / 2**20
    buffer = _asked(server, BUFFER_MIB[server.protocol])
    regime: dict[str, Any] = {"data_mib": max(round(float(data), 1), 0.1)}
    regime |= {"buffer_mib": round(float(buffer), 1)} if buffer else {}
    regime["durability"] = str(_asked(server, DURABILITY[server.protocol]) or "full")
    return {"engine_version": server.version, "regime": regime, "tools": tool_versions(server)}


def _asked(server: Server, query: str, before: Sequence[str] = ()) -> str | int | float | None:
    """One value, after other statements that not every engine knows; None where this engine cannot be asked so."""
    with closing(server.connect()) as connection:
        for statement in before:
            with suppress(LabError):
                connection.query(statement)
        try:
            [(value,)] = connection.query(query)
        except LabError:
            return None
    return value


def tool_versions(server: Server) -> dict[str, str]:
    """Versions of the programs that a run was made with."""
    found = {"sysbench": _said(server.sysbench()[0]), "client": _said(*_program(server.client()))}
    return {"ddlbench": version("ddlbench"), **{name: text for name, text in found.items() if text}}


def _program(client: list[str]) -> list[str]:
    """A client's command line without its options; a client in another root is started by way of `chroot`."""
    return client[: 1 + next((index for index, word in enumerate(client[1:]) if word.startswith("-")), 0)]


def _said(*command: str) -> str:
    try:
        done = subprocess.run([*command, "--version"], capture_output=True, text=True, check=False, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip().split("\n")[0]
