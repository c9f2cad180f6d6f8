"""`ddlbench lab`"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ddlbench.commands import console, progress, project_folder, tell_problems
from ddlbench.errors import Exit, failure
from ddlbench.lab.catalog import engines_of
from ddlbench.lab.engines import engine_versions
from ddlbench.lab.roots import add_root, packaged_version

if TYPE_CHECKING:
    from ddlbench.lab.server import Server
    from ddlbench.lab.start import Asked
    from ddlbench.lab.state import State

lab = typer.Typer(
    help="Carry out experiments on real servers; what it leaves is a run folder, ready to contribute.\n\n"
    "Example: ddlbench lab run smoke --engine mariadb",
    no_args_is_help=True,
    rich_markup_mode=None,
)
engine = typer.Typer(help="Engine versions that the lab can start.", no_args_is_help=True, rich_markup_mode=None)
lab.add_typer(engine, name="engine")

Target = Annotated[
    str | None, typer.Option(help="mysql://USER@HOST:PORT/DATABASE or postgresql://…; never with the password.")
]
Force = Annotated[bool, typer.Option("--force", help="Use a target although others are connected to it.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask before the first trial.")]


@lab.command("list")
def list_experiments() -> None:
    """List the experiments, and the started ones that can be resumed.

    Example: ddlbench lab list
    """
    from ddlbench.lab.catalog import experiments_of
    from ddlbench.lab.state import states

    for name, experiment in experiments_of(project_folder()).items():
        print(f"{name:<28}  {experiment.title.en} ({', '.join(experiment.engines)})")
    for state in states():
        print(f"unfinished: {state.id}, {len(state.left)} of {len(state.trials)} trials left")


@lab.command("run")
def run_experiment(
    experiment: Annotated[str, typer.Argument(help="Name of a file of data/experiments/, see `lab list`.")],
    on: Annotated[str | None, typer.Option("--engine", help="ENGINE or ENGINE@VERSION of a private server.")] = None,
    target: Target = None,
    values: Annotated[
        list[str] | None, typer.Option("--set", help="FACTOR=V1,V2: these values instead of the experiment's.")
    ] = None,
    preset: Annotated[str | None, typer.Option(help="A smaller version of the experiment, such as small.")] = None,
    repeats: Annotated[int | None, typer.Option(min=1, help="Repeats of each setting.")] = None,
    rows: Annotated[int | None, typer.Option(min=1, help="Rows of each table.")] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of the random order.")] = None,
    label: Annotated[str | None, typer.Option(help="End of the run folder's name; without it, the experiment.")] = None,
    contributor: Annotated[str | None, typer.Option(help="Your name in the run; without it, what git knows.")] = None,
    affiliation: Annotated[str, typer.Option(help="What ties you to the vendor of the engine.")] = "none",
    force: Force = False,
    yes: Yes = False,
) -> None:
    """Carry out an experiment on a private server or on a target; finished trials survive an interrupt.

    The run folder appears in data/runs/ when every trial has ended and `ddlbench check` finds no error in it.

    Example: ddlbench lab run smoke --engine mariadb
    """
    from ddlbench.lab.catalog import find_experiment
    from ddlbench.lab.choice import Choice, typed_values
    from ddlbench.lab.start import Asked, new_state

    project = project_folder()
    found = find_experiment(project, experiment)
    typed = {}
    for each in values or []:
        factor, sign, text = each.partition("=")
        if not sign:
            raise typer.BadParameter("write FACTOR=V1,V2", param_hint="--set")
        typed[factor] = typed_values(found, experiment, factor, text)
    name, _, version = (on or ("" if target else found.engines[0])).partition("@")
    choice = Choice(preset, repeats, rows, typed)
    asked = Asked(experiment, name, version or None, target, choice, seed, label, contributor, affiliation)
    if target is not None:
        _with_target(project, asked, target, force, yes)
        return
    state = new_state(project, asked)
    _confirm(state, yes)
    _carry_on(state, lambda: _private(state))


@lab.command("resume")
def resume_experiment(
    name: Annotated[str | None, typer.Argument(help="Which, see `lab list`; without it, the latest.")] = None,
    force: Force = False,
) -> None:
    """Go on with an experiment that was interrupted.

    Example: ddlbench lab resume
    """
    from ddlbench.lab.state import find_state

    state = find_state(name)
    _carry_on(state, lambda: _target(state.target, state.engine, force) if state.target else _private(state))


@lab.command("rerun")
def rerun_run(
    run: Annotated[str, typer.Argument(help="Folder of a run, or the end of its name.")],
    target: Target = None,
    force: Force = False,
    contributor: Annotated[str | None, typer.Option(help="Your name in the run; without it, what git knows.")] = None,
    yes: Yes = False,
) -> None:
    """Repeat a run of the lab, and say replicated, not replicated, or not comparable and why.

    Example: ddlbench lab rerun 20261121-smoke
    """
    from ddlbench.lab.again import rerun_state, tell_comparison

    project = project_folder()
    state, old = rerun_state(project, run, target, contributor)
    _confirm(state, yes)
    folder = _carry_on(state, lambda: _target(target, state.engine, force) if target else _private(state))
    for line in tell_comparison(project, old, folder, state):
        print(line)


@lab.command("own")
def measure_own_table(
    target: Annotated[str, typer.Option(help="mysql://USER@HOST:PORT/DATABASE or postgresql://…")],
    table: Annotated[str, typer.Option(help="Your table; a clone of it is changed, and dropped afterwards.")],
    ddl: Annotated[str, typer.Option(help="The statement, naming your table.")],
    script: Annotated[
        str | None, typer.Option(help="A Lua file for sysbench, or a workload of its own; without it, no load.")
    ] = None,
    threads: Annotated[int, typer.Option(min=1, help="Threads of the load.")] = 4,
    out: Annotated[Path, typer.Option(help="Folder of the report; it must not exist yet.")] = Path("ddlbench-report"),
    force: Force = False,
) -> None:
    """Carry out your DDL on a clone of your table; the report is for you, it is no contribution.

    Example: ddlbench lab own --target mysql://me@host/shop --table orders --ddl "ALTER TABLE orders ADD INDEX (day)"
    """
    from ddlbench.lab.own import OwnDdl, measure, spelt_impact
    from ddlbench.lab.start import terminable

    if out.exists():
        raise failure(out, "exists already", "name another folder with --out")
    own = OwnDdl(table, ddl, script, threads)
    engines = engines_of(project_folder())
    server = _target(target, None, force)
    try:
        dialect = engines[server.engine].lab
        assert dialect is not None  # A server of an engine without it is refused.
        with progress("lab") as tell, terminable():
            outcome, impact = measure(server, dialect, own, out, tell)
    except KeyboardInterrupt:
        console.print(f"interrupted; {own.clone} is dropped, and there is no report", soft_wrap=True)
        raise typer.Exit(Exit.FAILED) from None
    finally:
        server.destroy()
    for line in spelt_impact(impact) if impact else ():
        print(line)
    print(out)
    if outcome.outcome == "failed":
        raise failure(table, outcome.reason or "failed", f"the logs are in {out}")


def _with_target(project: Path, asked: Asked, target: str, force: bool, yes: bool) -> None:
    from dataclasses import replace

    from ddlbench.lab.start import new_state

    server = _target(target, asked.engine or None, force)
    try:
        state = new_state(project, replace(asked, engine=server.engine))
        _confirm(state, yes)
    except BaseException:
        server.destroy()
        raise
    _carry_on(state, lambda: server)


def _private(state: State) -> Server:
    """The private server of a state; what killed processes left behind is removed first."""
    from ddlbench.lab.engines import private_server
    from ddlbench.lab.replica import free_port
    from ddlbench.lab.runtime import cleanup_leftovers
    from ddlbench.lab.start import needs_port

    for name in cleanup_leftovers():
        console.print(f"removed what an ended lab had left: {name}")
    return private_server(state.spec, free_port() if needs_port(state) else None)


def _target(address: str, name: str | None, force: bool) -> Server:
    from ddlbench.lab.target import open_target

    return open_target(address, engines_of(project_folder()), name, force)


def _confirm(state: State, yes: bool) -> None:
    """Say what will be done, and ask a person at a terminal."""
    from ddlbench.lab.runner import spelt
    from ddlbench.lab.start import estimated_total_s, experiment_of

    time = spelt(estimated_total_s(experiment_of(state), state))
    place = f"tables sbtest1, … are made on {state.target}" if state.target else "a private server"
    console.print(
        f"{state.experiment} on {state.spec}: {len(state.trials)} trials, about {time}; {place}", soft_wrap=True
    )
    if console.is_terminal and not yes and not typer.confirm("Go on?", default=True, err=True):
        raise typer.Exit(Exit.OK)


def _carry_on(state: State, open_server: Callable[[], Server]) -> Path:
    """Do what is left, and print where the run is; exit 1 when interrupted or when the run has an error."""
    from ddlbench.lab.start import carry_on

    try:
        with progress("lab") as tell:
            folder, problems = carry_on(state, open_server, tell)
    except KeyboardInterrupt:
        done = len(state.trials) - len(state.left)
        console.print(f"interrupted; {done} of {len(state.trials)} trials are kept", soft_wrap=True)
        console.print(f"go on with: ddlbench lab resume {state.id}", soft_wrap=True)
        raise typer.Exit(Exit.FAILED) from None
    tell_problems(problems)
    if any(problem.severity == "error" for problem in problems):
        console.print(f"the run stays outside data/, in {folder}; its trials are kept", soft_wrap=True)
        raise typer.Exit(Exit.FAILED)
    print(folder)
    return folder


@engine.command("list")
def list_engines() -> None:
    """List the engine versions that can be started here, and those that `add` can bring."""
    for spec, state in engine_versions(engines_of(project_folder())):
        print(f"{spec:<20} {state}")


@engine.command("add")
def add_engine(version: Annotated[str, typer.Argument(help="ENGINE@VERSION, such as mysql@9.7.")]) -> None:
    """Unpack a version from another Debian suite into a private root below the cache folder; for root.

    Example: ddlbench lab engine add mariadb@11.8
    """
    name, number, packaged = packaged_version(engines_of(project_folder()), version)
    with progress(version) as tell:
        print(add_root(name, number, packaged, tell))
