"""The reader's own table: its DDL on a clone, beside a load or none; a private report, not a contribution."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from ddlbench.build import Tell
from ddlbench.errors import failure
from ddlbench.lab.impact import Impact, impacts
from ddlbench.lab.load import cleanup, prepare
from ddlbench.lab.plan import Load, TrialOutcome, TrialPlan
from ddlbench.lab.server import Server, execute_all
from ddlbench.lab.tables import refuse_tables
from ddlbench.lab.trial import run_trial
from ddlbench.models import LabDialect

CLONE = "{table}_ddlbench_clone"
LOAD_ROWS = 10_000
"""Rows of the table that a workload of sysbench has to itself."""

TABLE_NAME = re.compile(r"[A-Za-z_][\w$]*")
CLONING = {
    "mysql": "CREATE TABLE {clone} LIKE {table}",
    "postgresql": "CREATE TABLE {clone} (LIKE {table} INCLUDING ALL)",
}


@dataclass(frozen=True)
class OwnDdl:
    """What to do with which table; `script` is a Lua file or a workload of sysbench, None for no load.

    A Lua file finds the clone's name in the environment, as DDLBENCH_TABLE.
    """

    table: str
    ddl: str
    script: str | None = None
    threads: int = 4
    window_s: float = 15

    def __post_init__(self) -> None:
        if not TABLE_NAME.fullmatch(self.table):
            raise failure("--table", f"`{self.table}` is not the plain name of a table", "give it without its database")
        if self._place() is None:
            hint = f"such as: ALTER TABLE {self.table} …"
            raise failure("--ddl", f"does not name the table {self.table}", hint)

    @property
    def clone(self) -> str:
        """Name of the clone."""
        return CLONE.format(table=self.table)

    @property
    def has_workload(self) -> bool:
        """Whether the load is one of sysbench's own, which needs its own tables."""
        return self.script is not None and not self.script.endswith(".lua")

    def statement(self) -> str:
        """The DDL with the clone in the table's place."""
        place = self._place()
        assert place is not None  # Checked above.
        return self.ddl[: place.start()] + self.clone + self.ddl[place.end() :]

    def _place(self) -> re.Match[str] | None:
        """Where the DDL names the table first."""
        return re.search(rf'(?<![\w$])([`"]?){re.escape(self.table)}\1(?![\w$])', self.ddl)


def measure(
    server: Server, dialect: LabDialect, own: OwnDdl, folder: Path, tell: Tell
) -> tuple[TrialOutcome, Impact | None]:
    """Clone the table, carry out the DDL on the clone, drop it; the logs and `report.json` go to a folder."""
    if own.has_workload:
        refuse_tables(server)
    with ExitStack() as stack:
        stack.enter_context(_cloned(server, own, tell))
        stack.enter_context(_kept_if_whole(folder))
        load = stack.enter_context(_loaded(server, own, folder))
        plan = TrialPlan(
            number=1,
            repeat=1,
            ddl=(own.statement(),),
            load=load,
            warmup_s=2,
            baseline_s=own.window_s,
            recovery_s=own.window_s,
        )
        tell(f"running: {own.statement()}")
        os.environ["DDLBENCH_TABLE"] = own.clone  # Lua files of sysbench read no options but their own.
        outcome = run_trial(server, dialect, plan, folder)
    impact = impacts([folder]).get(folder)
    report = {**asdict(outcome), **(asdict(impact) if impact else {}), "kept": impact.kept if impact else None}
    (folder / "report.json").write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return outcome, impact


@contextmanager
def _kept_if_whole(folder: Path) -> Iterator[None]:
    """A new folder, which goes again when what fills it is interrupted or fails."""
    folder.mkdir(parents=True)
    try:
        yield
    except BaseException:
        shutil.rmtree(folder)
        raise


@contextmanager
def _cloned(server: Server, own: OwnDdl, tell: Tell) -> Iterator[None]:
    """The clone, filled, while this lasts."""
    tell(f"copying {own.table} to {own.clone}")
    execute_all(server, [CLONING[server.protocol].format(table=own.table, clone=own.clone)])
    try:
        execute_all(server, [f"INSERT INTO {own.clone} SELECT * FROM {own.table}"])
        yield
    finally:
        execute_all(server, [f"DROP TABLE IF EXISTS {own.clone}"])


@contextmanager
def _loaded(server: Server, own: OwnDdl, folder: Path) -> Iterator[Load | None]:
    """The load, with tables of its own while this lasts where it is a workload of sysbench."""
    if own.script is None:
        yield None
    elif not own.has_workload:
        yield Load(str(Path(own.script).resolve()), tables=0, table_rows=0, threads=own.threads)
    else:
        load = Load(own.script, tables=1, table_rows=LOAD_ROWS, threads=own.threads)
        try:
            prepare(server, load, folder / "prepare.log")
            yield load
        finally:
            cleanup(server, load, folder / "prepare.log")


def spelt_impact(impact: Impact) -> Iterator[str]:
    """What the clone's DDL did, in a few lines."""
    if impact.duration_s is not None:
        yield f"DDL: {impact.duration_s:.2f} s ({impact.ended})"
    if impact.kept is not None:
        rates = f"{impact.baseline_tps:.0f} transactions/s before, {impact.ddl_tps:.0f} during the DDL"
        yield f"load: {rates} ({impact.kept:.0%})"
        yield f"seconds without any transaction: {impact.stalled_s}"
