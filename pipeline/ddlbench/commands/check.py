"""`ddlbench check`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ddlbench.accept import accept
from ddlbench.build import load
from ddlbench.commands import project_folder, tell_problems
from ddlbench.errors import Exit, failure
from ddlbench.gate import touched_paths, verdict_problems
from ddlbench.repair import repair
from ddlbench.texts import check_texts


def check(
    paths: Annotated[
        list[Path] | None, typer.Argument(help="Say only what is wrong below these paths; without one, everything.")
    ] = None,
    base: Annotated[
        str | None, typer.Option(help="Commit that a change starts from; without it, where it left origin/main.")
    ] = None,
    fix: Annotated[bool, typer.Option("--fix", help="Repair encodings, line ends and SHA256SUMS first.")] = False,
) -> None:
    """Say everything that is wrong with the data, at once; exit 1 on an error.

    Looks for what must not be published too: passwords, keys, tokens, e-mail and IP addresses, internal hosts.
    A verdict that differs from its file is an error where the change touches the sentence, or where no run explains it.

    Example: ddlbench check data/sources/000
    """
    project = project_folder((paths or [Path.cwd()])[0].resolve())
    data = project / "data"
    below = [_name(path, data) for path in paths or []]
    if fix:
        for name in below or ["."]:
            for done in repair(data, data / name):
                print(f"data/{done}")
    loaded = load(data, None)
    try:
        touched = touched_paths(project, base)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--base") from error
    verdicts = verdict_problems(loaded.decisions, loaded.inventory, touched)
    found = [*check_texts(project), *loaded.problems, *verdicts]
    problems = [each for each in found if not below or any(_within(each.path, name) for name in below)]
    problems = sorted({*problems, *accept(loaded, below)})
    # A note is for who named the files: it asks for nothing.
    problems = [each for each in problems if below or each.severity != "note"]
    tell_problems(problems)
    if any(problem.severity == "error" for problem in problems):
        raise typer.Exit(Exit.FAILED)
    print("no errors" if any(problem.severity != "note" for problem in problems) else "all is well")


def _name(path: Path, data: Path) -> str:
    if not path.exists():
        raise failure(path, "does not exist", "name a file or folder below data/")
    place = path.resolve()
    return place.relative_to(data).as_posix() if place.is_relative_to(data) else "."


def _within(path: str, name: str) -> bool:
    return name == "." or path == name or path.startswith(name + "/")
