"""`ddlbench lab`"""

from __future__ import annotations

import typer

lab = typer.Typer(help="Run experiments on real servers.", no_args_is_help=True, rich_markup_mode=None)
engine = typer.Typer(help="Engine versions that the lab can start.", no_args_is_help=True, rich_markup_mode=None)
lab.add_typer(engine, name="engine")


@engine.command("list")
def list_engines() -> None:
    """List the engine versions that are here, and those that `add` can bring."""


@engine.command("add")
def add_engine(version: str) -> None:
    """Unpack a version of an engine, as ENGINE@VERSION, from another Debian suite into a private root."""
