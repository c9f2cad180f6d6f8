"""Runs of real trials for the tests: a server, a project around the logs, and the tables that they give."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ddlbench.build import Loaded, load
from ddlbench.lab.catalog import engines_of
from ddlbench.lab.engines import private_server
from ddlbench.lab.load import prepare
from ddlbench.lab.plan import Load, TrialOutcome, TrialPlan
from ddlbench.lab.private import PrivateServer
from ddlbench.lab.trial import run_trial
from support import DATA, ROOT, TESTS, Row

RUN_TOML = TESTS / "project/data/runs/mysql/laptop"
ENGINES = engines_of(ROOT)

MYSQL_SETTINGS = {"innodb_buffer_pool_size": "64M", "innodb_flush_log_at_trx_commit": "2", "innodb_fast_shutdown": "2"}


@dataclass
class Bench:
    """A private server with the tables of a load, and a project whose one run has its trials."""

    server: PrivateServer
    load: Load
    project: Path

    @property
    def run(self) -> Path:
        return self.project / "data/runs" / self.server.engine / "laptop/20260301-add-index"

    def folder(self, number: int) -> Path:
        return self.run / f"trials/{number:03}"

    def trial(self, plan: TrialPlan) -> TrialOutcome:
        """Carry out a trial, and describe it as the runner does."""
        dialect = ENGINES[self.server.engine].lab
        assert dialect is not None
        folder = self.folder(plan.number)
        outcome = run_trial(self.server, dialect, plan, folder)
        reason = f"reason = '''{outcome.reason}'''\n" if outcome.reason else ""
        (folder / "trial.toml").write_text(f"repeat = {plan.repeat}\noutcome = '{outcome.outcome}'\n{reason}", "utf-8")
        return outcome

    def loaded(self) -> Loaded:
        """The tables of the project."""
        return load(self.project / "data", None)


@contextmanager
def bench(engine: str, load: Load, project: Path) -> Iterator[Bench]:
    """A started server with its tables, and a copy of the small project for its logs."""
    shutil.copytree(TESTS / "project", project)
    shutil.copy(DATA / f"engines/{engine}.toml", project / "data/engines")
    server = private_server(engine)
    try:
        made = Bench(server, load, project)
        shutil.copytree(next(RUN_TOML.iterdir()), made.run, ignore=shutil.ignore_patterns("trials"))
        start(made)
        prepare(server, load, project / "prepare.log")
        yield made
    finally:
        server.destroy()


def start(made: Bench) -> None:
    """(Re)start the server of a bench."""
    made.server.start(MYSQL_SETTINGS if made.server.protocol == "mysql" else {"synchronous_commit": "off"})


def add_index(engine: str, number: int, load: Load | None, **changes: Any) -> TrialPlan:  # noqa: ANN401
    """A short trial that adds an index to the first table."""
    mysql = engine != "postgresql"
    plan = TrialPlan(
        number=number,
        repeat=number,
        ddl=("ALTER TABLE sbtest1 ADD INDEX c_1 (c)" if mysql else "CREATE INDEX CONCURRENTLY c_1 ON sbtest1 (c)",),
        cleanup=("ALTER TABLE sbtest1 DROP INDEX c_1" if mysql else "DROP INDEX IF EXISTS c_1",),
        load=load,
        warmup_s=0.5,
        baseline_s=2,
        recovery_s=1,
    )
    return replace(plan, **changes)


def rows(loaded: Loaded, query: str, *parameters: object) -> list[Row]:
    """Rows of a query as dictionaries."""
    cursor = loaded.connection.execute(query, list(parameters))
    names = [column[0] for column in cursor.description or ()]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
