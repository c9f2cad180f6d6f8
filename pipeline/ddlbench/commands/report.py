"""`ddlbench report`"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from ddlbench.accept import accept, touches
from ddlbench.build import load
from ddlbench.commands import progress, project_folder
from ddlbench.errors import failure
from ddlbench.report.collect import Subject, collect
from ddlbench.report.render import to_html, to_markdown
from ddlbench.verdicts import Decision


def report(
    paths: Annotated[list[Path] | None, typer.Argument(help="Runs, or folders of runs.")] = None,
    since: Annotated[str, typer.Option(help="Report on the runs that changed since this commit.")] = "",
    out: Annotated[Path | None, typer.Option(help="Folder for report.md and report.html.")] = None,
) -> None:
    """Say what runs show: rows, lines, problems, figures, neighbours, and what they change; Markdown on stdout.

    Verdicts stand beside those without the runs; with --since beside those of that commit, so that a changed sentence,
    figure or correction shows too. With --out, writes report.md and report.html, one file that loads nothing. Nothing
    is published or sent.

    Example: ddlbench report data/runs/mysql/db1/20260301-add-index --out report/
    """
    if bool(paths) == bool(since):
        raise typer.BadParameter("name runs, or --since COMMIT", param_hint="PATHS")
    project = project_folder((paths or [Path.cwd()])[0].resolve())
    data = project / "data"
    changed = changed_files(project, since) if since else []
    wanted = [path.removeprefix("data/") for path in changed if path.startswith("data/")]
    wanted += [_below(path, data) for path in paths or []]
    with progress("report"):
        loaded = load(data, None)
        runs = [run for run in loaded.inventory.runs if wanted and touches(f"runs/{run}", wanted)]
        before = decided_at(project, since) if since else load(data, None, without=frozenset(runs)).decisions
        problems = [each for each in loaded.problems if any(touches(each.path, [name]) for name in wanted)]
        problems = sorted({*problems, *(accept(loaded, wanted) if wanted else [])})
        made = collect(Subject(loaded, runs, problems, before, changed))
    if out is None:
        print(to_markdown(made), end="")
        return
    out.mkdir(parents=True, exist_ok=True)
    (out / "report.md").write_text(to_markdown(made), "utf-8")
    (out / "report.html").write_text(to_html(made), "utf-8")
    print(f"{out.as_posix()}/: report.md, report.html; {len(runs)} runs, {len(problems)} problems")


def changed_files(project: Path, since: str) -> list[str]:
    """Paths that differ from a commit, as git names them."""
    if since.startswith("-"):
        raise failure("--since", f"`{since}` is not a commit")
    command = ["git", "diff", "--name-only", "-z", "--no-renames", since, "--"]
    done = subprocess.run(command, cwd=project, capture_output=True, check=False)
    if done.returncode:
        raise failure("--since", done.stderr.decode("utf-8", "replace").strip().split("\n")[0])
    return [name for name in done.stdout.decode("utf-8", "surrogateescape").split("\0") if name]


def decided_at(project: Path, commit: str) -> list[Decision]:
    """What the data of a commit makes of the claims and guidance of that commit; nothing where it had no data."""
    with TemporaryDirectory(prefix="ddlbench-") as folder:
        # An index of its own: that of the checkout stays as it is.
        environment = {**os.environ, "GIT_INDEX_FILE": f"{folder}/index"}
        for command in (
            ["read-tree", "--prefix=data/", f"{commit}:data"],
            ["checkout-index", "--all", f"--prefix={folder}/"],
        ):
            done = subprocess.run(["git", *command], cwd=project, env=environment, capture_output=True, check=False)
            if done.returncode:
                return []
        return load(Path(folder) / "data", None).decisions


def _below(path: Path, data: Path) -> str:
    place = path.resolve()
    if not place.exists() or not place.is_relative_to(data):
        raise failure(path, "is no folder below data/", "name a run")
    return place.relative_to(data).as_posix()
