"""`ddlbench explain`"""

from __future__ import annotations

from typing import Annotated

import typer

from ddlbench.commands import tell_problems
from ddlbench.database import connect
from ddlbench.errors import Exit, Problem, printable
from ddlbench.parse.files import readable, recognised
from ddlbench.parse.format import load_formats
from ddlbench.parse.mixed import explain_mixed

UNTAKEN = "✗ none"


def explain(file: Annotated[str, typer.Argument(help="A log; `-` is stdin.")]) -> None:
    """Print each line of a log with the pattern that took it; exit 3 where a line was taken by none.

    Example: ddlbench explain sysbench.log | grep none
    """
    connection = connect()
    formats = load_formats()
    problems: list[Problem] = []
    untaken = 0
    for log, name in recognised(connection, formats, readable([file], None, problems), problems):
        shares, lines = explain_mixed(connection, formats, log, name)
        print(f"{log.name}: " + ", ".join(f"{formats[each].title} (format `{each}`)" for each in shares))
        for line, text, rule in lines:
            untaken += rule is None
            print(f"{line:>6}  {UNTAKEN if rule is None else rule:<34}  {printable(text)}".rstrip())
    if problems:
        tell_problems(problems)
        raise typer.Exit(Exit.FAILED)
    if untaken:
        raise typer.Exit(Exit.UNACCOUNTED)
