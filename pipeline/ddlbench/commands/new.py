"""`ddlbench new`"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from ddlbench.commands import project_folder, tell_problems
from ddlbench.contribute import REDACTIONS
from ddlbench.contribute.ask import Answers, at_terminal, settings
from ddlbench.contribute.assign import Assigned, designed, disagreements, from_csv, propose, to_csv
from ddlbench.contribute.plan import Plan, make_plan
from ddlbench.contribute.survey import LogFacts, survey
from ddlbench.contribute.write import write_run
from ddlbench.discover import discover
from ddlbench.errors import DdlbenchError, Exit, Problem, failure
from ddlbench.lab.catalog import find_engine, find_experiment


def new(
    logs: Annotated[list[Path] | None, typer.Argument(help="Logs that exist, or folders of logs.")] = None,
    engine: Annotated[str, typer.Option(help="Engine, a file of data/engines/; logs may name it.")] = "",
    machine: Annotated[str, typer.Option(help="Machine, a file of data/machines/; a new name makes one.")] = "",
    sweep: Annotated[
        Path | None, typer.Option("--map", help="CSV of files, trials and factor values; made if it is not there.")
    ] = None,
    experiment: Annotated[
        str, typer.Option(help="Experiment that this carries out; without logs, --map gets its trials.")
    ] = "",
    given: Annotated[list[str] | None, typer.Option("--set", help="KEY=VALUE of run.toml, as often as needed.")] = None,
) -> None:
    """Make a run folder around logs that already exist; the logs are copied byte for byte.

    Formats, versions, dates, threads and workloads are read from the logs, values of factors from file names too.
    What is not found is asked on a terminal; elsewhere everything that is missing is named, with the flag to give.

    Example: ddlbench new --machine db1 --set contributor="A. Person" --set affiliation=none sysbench.log client.log
    """
    project = project_folder()
    if not logs:
        plan_trials(project, experiment, engine, sweep)
        return
    files = expand(logs)
    facts, refused, untaken = survey(files)
    if refused:
        raise DdlbenchError(refused)
    root = common_folder(files)
    rows = assigned(facts, root, sweep)
    flags = {"engine": engine, "machine": machine, "experiment": experiment}
    values = settings(given or []) | {key: text for key, text in flags.items() if text}
    answers = Answers(values, at_terminal if sys.stdin.isatty() else None)
    plan = make_plan(facts, rows, discover(project / "data"), answers)
    plan.redacted = redactions(logs)
    folder = write_run(plan, root, project / "data")
    tell_problems([*untaken, *disagreements(facts, root)])
    tell(plan, facts, folder.relative_to(project))


def plan_trials(project: Path, experiment: str, engine: str, sweep: Path | None) -> None:
    """Write the trials of an experiment as a CSV whose first column waits for the logs."""
    if not (experiment and engine and sweep):
        raise typer.BadParameter("name logs, or give --experiment, --engine and --map", param_hint="LOGS")
    if sweep.exists():
        raise failure(sweep, "is already there", "give another name: --map FILE.csv")
    find_engine(project, engine)
    rows = designed(find_experiment(project, experiment), engine)
    sweep.write_text(to_csv(rows), "utf-8")
    print(f"{sweep}: {len(rows)} trials of `{experiment}` on {engine}, in their order; a trial can have several rows")
    print(f"next: enter the logs, then ddlbench new LOG… --map {sweep} --experiment {experiment} --engine {engine}")


def expand(arguments: list[Path]) -> list[Path]:
    """The files that arguments name; folders stand for all files in them that are no links."""
    files: list[Path] = []
    problems = []
    for path in arguments:
        found = sorted(each for each in path.rglob("*") if each.is_file()) if path.is_dir() else [path]
        usable = [each for each in found if each.is_file() and not each.is_symlink() and each.name != REDACTIONS]
        if not usable:
            problems.append(Problem(str(path), 0, "is no log", hint="name files or folders of logs"))
        files += usable
    if problems:
        raise DdlbenchError(problems)
    return sorted({Path(os.path.abspath(each)) for each in files})  # noqa: PTH100 - links stay what they are.


def redactions(arguments: list[Path]) -> dict[str, int]:
    """What `ddlbench redact` says it replaced in the folders that arguments name, or in those of logs."""
    records = {(path if path.is_dir() else path.parent) / REDACTIONS for path in arguments}
    counts: Counter[str] = Counter()
    for record in sorted(records):
        if record.is_file():
            counts.update({str(kind): int(count) for kind, count in json.loads(record.read_text("utf-8")).items()})
    return dict(sorted(counts.items()))


def common_folder(files: list[Path]) -> Path:
    """The nearest folder that all files lie below."""
    return Path(os.path.commonpath([path.parent for path in files]))


def assigned(facts: list[LogFacts], root: Path, sweep: Path | None) -> list[Assigned]:
    """The trial of each log: by the CSV file, or as proposed; a CSV that is not there yet is written for review."""
    names = [each.path.relative_to(root).as_posix() for each in facts]
    if sweep is not None and sweep.exists():
        order = {name: place for place, name in enumerate(names)}
        return sorted(from_csv(sweep, names), key=lambda row: order[row.file])
    rows = sorted(propose(facts, root), key=lambda row: names.index(row.file))
    if sweep is not None:
        sweep.write_text(to_csv(rows), "utf-8")
        print(f"{sweep}: {len(rows)} logs in {len({row.trial for row in rows})} trials, as their names suggest")
        print("next: read and repair this file, then run the same command again")
        raise typer.Exit(Exit.OK)
    if len({row.trial for row in rows}) > 999:
        raise failure("--map", "more than 999 trials", "make several runs")
    return rows


def tell(plan: Plan, facts: list[LogFacts], folder: Path) -> None:
    """Say what was found, written, and what remains."""
    for row, each in zip(plan.trials, facts, strict=True):
        values = ", ".join(f"{name} {value}" for name, value in row.factors.items())
        seconds = f", {each.duration_s:.1f} s" if each.duration_s is not None else ""
        print(f"trial {row.trial:03}: {row.file} ({each.format}{seconds}){': ' + values if values else ''}")
    print(f"{folder.as_posix()}/: run.toml, SHA256SUMS, {len({row.trial for row in plan.trials})} trials")
    for text in plan.remains:
        print(f"remains: {text}")
    print(f"next: ddlbench check {folder.as_posix()}")
