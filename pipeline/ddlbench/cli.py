"""The command `ddlbench`: one file of `commands/` a subcommand; the folder is the registry."""

from __future__ import annotations

import importlib
import os
import pkgutil
import sys
from io import TextIOWrapper

import typer

from ddlbench import commands
from ddlbench.errors import DdlbenchError, Exit

HELP = """What adding an index to a busy table costs: parse logs, check data, build the site's tables and charts.

Data goes to stdout, progress and problems to stderr.

Exit codes: 0 all is well · 1 an error in the input · 2 wrong usage · 3 (`parse`, `explain`) lines that no pattern takes
· 4 (`verdicts`) a verdict that differs from its file
"""


def application(wanted: str = "") -> typer.Typer:
    """The command with the subcommand that is wanted, or with all where there is none of that name."""
    app = typer.Typer(
        help=HELP, no_args_is_help=True, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False
    )
    app.callback()(lambda: None)  # Without one, a single subcommand would lose its name.
    names = [module.name for module in pkgutil.iter_modules(commands.__path__)]
    # Drivers and statistics take longer to import than a small log to parse.
    for name in [wanted] if wanted in names else names:
        command = getattr(importlib.import_module(f"{commands.__name__}.{name}"), name)
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name)
        else:
            app.command(name)(command)
    return app


def main() -> None:
    """Run the command line; known faults of the input are printed, not raised."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # A terminal may lack a character of a log.
    try:
        application(sys.argv[1] if len(sys.argv) > 1 else "")()
    except DdlbenchError as error:
        print(error, file=sys.stderr)
        sys.exit(Exit.FAILED)
    except BrokenPipeError:
        # The reader of our output has seen enough, as `head` does.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
