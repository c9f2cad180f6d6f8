"""`ddlbench build`"""

from __future__ import annotations

import time

import typer

from ddlbench.commands import alone, progress, project_folder, short_turns, tell_problems, uncollected
from ddlbench.errors import Exit
from ddlbench.tree import begin


def build() -> None:
    """Make tables, charts and page data of data/ in build/.

    Only logs that changed are parsed. With an error in the input the old output stays.

    Example: ddlbench build
    """
    project = project_folder()
    folder = project / "build"
    started = time.monotonic()
    with alone(folder):
        tree = begin(project / "data")
        # Libraries take as long to load as the folder takes to list.
        from ddlbench.build import DATABASE, load
        from ddlbench.gate import verdict_problems
        from ddlbench.publish import Publication
        from ddlbench.texts import check_texts

        with (
            uncollected(),
            short_turns(),
            progress("build") as tell,
            Publication(project, folder, tell) as publication,
        ):
            loaded = load(project / "data", folder / DATABASE, tell, watcher=publication, tree=tree)
            loaded.problems += check_texts(project)
            loaded.problems += verdict_problems(loaded.decisions, loaded.inventory, None)
            counts = {} if loaded.failed else publication.finish(loaded)
        loaded.connection.close()  # Another build may wait for its turn: it opens the same database at once.
    tell_problems(loaded.problems)
    if loaded.failed:
        raise typer.Exit(Exit.FAILED)
    summary = ", ".join(f"{number} {name}" for name, number in counts.items())
    print(f"build/: {summary}; {time.monotonic() - started:.1f} s")
