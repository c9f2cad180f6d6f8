"""What a trial is asked to do, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ddlbench.models import FactorValue


@dataclass(frozen=True)
class Load:
    """A sysbench workload: `script` is a name that sysbench ships or the path of a Lua file.

    `rate_tps` is the target of `--rate`, None for saturation. Under a rate, latency counts the time in the queue.
    """

    script: str
    tables: int
    table_rows: int
    threads: int = 1
    rate_tps: float | None = None
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class LockHolder:
    """A transaction that runs `statement` before the DDL, then idles until `hold_s` after the DDL was sent."""

    statement: str
    hold_s: float


@dataclass(frozen=True)
class ConcurrentWrite:
    """A statement sent in another session while the DDL runs: first after `after_s`, then each `every_s`.

    `{n}` in it becomes the number of the time, from 1, up to `times`. A time that is due while the one before still
    waits is sent as soon as that one is done.
    """

    statement: str
    after_s: float = 0.5
    times: int = 1
    every_s: float = 1.0


@dataclass(frozen=True)
class TrialPlan:
    """One trial. The runner starts the server with `settings` and prepares the tables of `load` before.

    A trial has either `ddl` (statements for the command line client, after those of `session` in the same session),
    or `ddl_command` (an outside tool with its arguments), or is a control: nothing is done for `control_ddl_s`.
    `cleanup` undoes the DDL; it is not measured and runs after a failure too. With `ddl_may_fail` a DDL that the
    server refuses is a result, and the trial is completed; so is one that `kill_ddl_after_s` kills. Without a load,
    `warmup_s`, `baseline_s` and `recovery_s` still pass, for the samplers, which only a trial that is to tell what they
    cost is without. All times are in seconds.
    """

    number: int
    repeat: int
    block: int = 1
    control: bool = False
    factors: Mapping[str, FactorValue] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)
    session: tuple[str, ...] = ()
    ddl: tuple[str, ...] = ()
    ddl_command: tuple[str, ...] | None = None
    cleanup: tuple[str, ...] = ()
    load: Load | None = None
    warmup_s: float = 5
    baseline_s: float = 10
    recovery_s: float = 10
    ddl_limit_s: float = 600
    control_ddl_s: float = 10
    lock_holder: LockHolder | None = None
    concurrent_write: ConcurrentWrite | None = None
    kill_ddl_after_s: float | None = None
    ddl_may_fail: bool = False
    trace: bool = False
    sampled: bool = True


@dataclass(frozen=True)
class TrialOutcome:
    """How a trial ended.

    `reason` is there when it failed. `ddl_duration_s` is the time from sending the DDL to the end of the client, and
    `ddl_error` the first error that the client printed; both None for a control.
    """

    outcome: Literal["completed", "failed"]
    reason: str | None = None
    ddl_duration_s: float | None = None
    ddl_error: str | None = None
