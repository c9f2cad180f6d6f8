"""What observing costs the load: pairs of trials at saturation, one with the samplers of the lab and one without.

observing.py [PAIRS]

Prints every pair, and the mean ratio with its 95 % interval. It judges nothing: on a shared machine two equal trials
differ by more than the samplers cost.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from math import exp, log
from pathlib import Path
from statistics import fmean, stdev

from ddlbench.lab.catalog import find_engine
from ddlbench.lab.engines import private_server
from ddlbench.lab.impact import impacts
from ddlbench.lab.load import prepare
from ddlbench.lab.plan import Load, TrialPlan
from ddlbench.lab.server import LabError, Server
from ddlbench.lab.trial import run_trial
from ddlbench.statistics import quantile_t

PROJECT = Path(__file__).parents[1]
ENGINE = "mariadb"
LOAD = Load("oltp_read_write", tables=1, table_rows=50_000, threads=2)
WINDOW_S = 10
CONFIDENCE = 0.95


def main(pairs: int) -> None:
    """Measure so many pairs."""
    try:
        with tempfile.TemporaryDirectory() as made, prepared(Path(made)) as server:
            trials = [Path(made) / f"{pair}-{order}" for pair in range(pairs) for order in (1, 2)]
            for number, folder in enumerate(trials):
                carry_out(server, folder, is_sampled(number))
            report(trials)
    except LabError as error:
        print(f"observing: not measured\n{error}")


def is_sampled(number: int) -> bool:
    """Whether a trial has the samplers; they come first in every other pair."""
    return number % 4 in {0, 3}


@contextmanager
def prepared(folder: Path) -> Iterator[Server]:
    """A private server with the tables of the load."""
    server = private_server(ENGINE)
    try:
        server.start({})
        prepare(server, LOAD, folder / "prepare.log")
        yield server
    finally:
        server.destroy()


def carry_out(server: Server, folder: Path, sampled: bool) -> None:
    """One trial whose window has everything that is sampled during a DDL, but no DDL."""
    dialect = find_engine(PROJECT, ENGINE).lab
    assert dialect is not None
    plan = TrialPlan(
        1, 1, control=True, load=LOAD, warmup_s=2, baseline_s=1, control_ddl_s=WINDOW_S, recovery_s=0, sampled=sampled
    )
    outcome = run_trial(server, dialect, plan, folder)
    if outcome.reason:
        raise LabError("observing", outcome.reason)


def report(trials: list[Path]) -> None:
    """Print the pairs, their ratio, and what the samplers say of themselves."""
    seen = impacts(trials)
    tps = [seen[folder].ddl_tps or 0.0 for folder in trials]
    ratios = []
    for first in range(0, len(trials), 2):
        without, with_them = sorted((is_sampled(number), tps[number]) for number in (first, first + 1))
        ratios.append(with_them[1] / without[1])
        print(f"pair {len(ratios)}: {with_them[1]:.1f} tps with samplers, {without[1]:.1f} without: {ratios[-1]:.3f}")
    low, mean, high = interval(ratios)
    print(f"throughput with samplers: {mean:.3f} times that without ({low:.3f} to {high:.3f}), {len(ratios)} pairs")
    costs = [cost_of(folder) for number, folder in enumerate(trials) if is_sampled(number)]
    cpu, written = (max(values) for values in zip(*costs, strict=True))
    print(f"samplers: at most {cpu:.2%} of the CPU time and {written / 1000:.1f} kB/s written")


def interval(ratios: list[float]) -> tuple[float, float, float]:
    """The geometric mean of ratios, between the ends of its interval."""
    logs = [log(ratio) for ratio in ratios]
    half = quantile_t((1 + CONFIDENCE) / 2, len(logs) - 1) * stdev(logs) / len(logs) ** 0.5
    return exp(fmean(logs) - half), exp(fmean(logs)), exp(fmean(logs) + half)


def cost_of(folder: Path) -> tuple[float, float]:
    """Share of the machine's CPU time, and bytes a second, by the samplers' own accounting."""
    events = [json.loads(line) for line in (folder / "timeline.jsonl").read_text("utf-8").splitlines()]
    [cost] = [json.loads(event["detail"]) for event in events if event["event"] == "sampler_cost"]
    return cost["cpu_s"] / (cost["elapsed_s"] * cost["processors"]), cost["written_bytes"] / cost["elapsed_s"]


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 6)
