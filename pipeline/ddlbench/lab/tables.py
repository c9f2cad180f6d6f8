"""The tables that trials share: made, measured, made anew where a trial may have spoilt them, and dropped."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import closing, suppress
from typing import Any

from ddlbench.build import Tell
from ddlbench.experiment import Experiment
from ddlbench.lab.design import OTHER_TABLE, load_of
from ddlbench.lab.journal import Timeline
from ddlbench.lab.load import cleanup, measure_capacity, prepare
from ddlbench.lab.plan import Load
from ddlbench.lab.server import LabError, Server, execute_all
from ddlbench.lab.state import State

TEST_TABLE = re.compile(r"sbtest\d+")


class Tables:
    """The tables of the load that was prepared last, and what the server can do with them."""

    def __init__(self, state: State, experiment: Experiment, server: Server, tell: Tell) -> None:
        self.state = state
        self.experiment = experiment
        self.server = server
        self.tell = tell
        self.prepared: Load | None = None

    def provide(self, load: Load, timeline: Timeline) -> None:
        """Have the tables of a load, made anew where the last trial leaves others or may have spoilt them."""
        if same_tables(self.prepared, load) and self.experiment.prepare != "every-trial":
            return
        timeline.event("prepare_started")
        log = self.state.folder / "prepare.log"
        execute_all(self.server, [f"DROP TABLE IF EXISTS {OTHER_TABLE}"])  # It may refer to the tables of the load.
        cleanup(self.server, self.prepared or load, log)
        self.prepared = None
        prepare(self.server, load, log, timeline)
        self.prepared = load
        timeline.event("prepare_ended")

    def spoil(self) -> None:
        """The next trial needs them anew."""
        self.prepared = None

    def leave(self) -> None:
        """Leave none behind on a server that is not ours."""
        if not self.server.private and self.prepared is not None:
            with suppress(LabError):
                cleanup(self.server, self.prepared, self.state.folder / "prepare.log")

    def capacity(self, designed: Mapping[str, Any], seconds: float, timeline: Timeline) -> float | None:
        """Transactions per second at saturation, measured once for each load that is used at a share of it."""
        if not 0 < designed["load_level"] < 100:
            return None
        key = "/".join(str(designed[name]) for name in ("workload", "threads", "tables", "table_rows"))
        if key not in self.state.capacities:
            self.tell(f"measuring the capacity for {designed['workload']} with {designed['threads']} threads")
            log = self.state.folder / "capacity.log"
            measured = measure_capacity(self.server, load_of(designed, None), seconds, log, timeline)
            self.state.capacities[key] = measured
        return self.state.capacities[key]


def same_tables(one: Load | None, other: Load) -> bool:
    """Whether two loads are prepared alike."""
    return one is not None and (one.tables, one.table_rows, one.options) == (
        other.tables,
        other.table_rows,
        other.options,
    )


def refuse_tables(server: Server) -> None:
    """Raise where a target has tables that the lab would replace: they may be somebody's."""
    schema = "database()" if server.protocol == "mysql" else "current_schema()"
    with closing(server.connect()) as session:
        rows = session.query(f"SELECT table_name FROM information_schema.tables WHERE table_schema = {schema}")
    names = sorted(str(name) for (name,) in rows)
    found = [name for name in names if name == OTHER_TABLE or TEST_TABLE.fullmatch(name)]
    if found:
        hint = "name a database of its own, or drop them if an ended lab left them"
        raise LabError(server.engine, f"has tables that the lab would replace: {', '.join(found)}", hint)
