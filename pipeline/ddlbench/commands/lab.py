"""`ddlbench lab`"""

from __future__ import annotations

from typing import Annotated

import typer

from ddlbench.commands import progress, project_folder
from ddlbench.lab.engines import engine_versions, load_engines
from ddlbench.lab.roots import add_root, packaged_version

lab = typer.Typer(help="Run experiments on real servers.", no_args_is_help=True, rich_markup_mode=None)
engine = typer.Typer(help="Engine versions that the lab can start.", no_args_is_help=True, rich_markup_mode=None)
lab.add_typer(engine, name="engine")


@engine.command("list")
def list_engines() -> None:
    """List the engine versions that can be started here, and those that `add` can bring."""
    for spec, state in engine_versions(load_engines(project_folder() / "data")):
        print(f"{spec:<20} {state}")


@engine.command("add")
def add_engine(version: Annotated[str, typer.Argument(help="ENGINE@VERSION, such as mysql@9.7.")]) -> None:
    """Unpack a version from another Debian suite into a private root below the cache folder; for root.

    Example: ddlbench lab engine add mariadb@11.8
    """
    name, number, packaged = packaged_version(load_engines(project_folder() / "data"), version)
    with progress(version) as tell:
        print(add_root(name, number, packaged, tell))
