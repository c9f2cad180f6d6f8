"""What other programs put around a log: prefixes on every line, and prose between its blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import duckdb

from ddlbench.parse.batch import detected, explain
from ddlbench.parse.format import Format
from ddlbench.parse.read import Log

PREFIXES = tuple(
    re.compile(prefix, re.MULTILINE)
    for prefix in (
        r"^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)? - (?:[\w.]+ - )?[A-Z]+(?:: ?| -(?: |$))(?:b'(?=\S)|'$)?",
        r"^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)? (?:\[[\w.:-]+\] )?"
        r"\[(?:DEBUG|INFO|WARNING|ERROR|CRITICAL)\](?: [\w.]+)?:? ?",
        r"^(?:DEBUG|INFO|WARNING|ERROR|CRITICAL):[\w.]+:",
        r"^> ?",
        r"^[^\t\n]+\t[^\t\n]+\t\ufeff?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z ",
        r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z \d\d[OE][ +]",
        r"^\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?\]?[ \t]",
        r"^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d+)? ",
        r"^\[?\d\d:\d\d:\d\d(?:[.,]\d+)?\]?[ \t]",
        r"^\[[\w.-]+(?:/[\w.-]+)*\] ",
        r"^[\w.-]+ +\| ",
        r"^[\w.\[\]\"-]+ \((?:remote|local)-exec\): ",
        r"^(?:==>|   ) [\w.-]+: ?",
        r"^ *\d+\t",
        r"^[\w.-]+ [\w.@-]+\[\d+\]: ?",
    )
)
"""What Python's loggers print (of bytes, too), marks of quotes, `gh run view --log`, the runner of GitLab, times of
`ts`, `docker logs -t`, `kubectl logs --timestamps` and syslog; names of `kubectl --prefix`, compose, Terraform, Vagrant
and journald; numbers of `cat -n`."""

INDENTED = re.compile(r"(?m)^([ \t]*)\S")

MOST = 0.6
"""Share of the lines with text that must carry a prefix before it is taken for one."""


def without_prefix(text: str) -> str | None:
    """The text without the prefix that most of its lines carry; None where they carry none."""
    lines = len(re.findall(r"(?m)^.*\S", text))
    for prefix in PREFIXES:
        if lines and len(prefix.findall(text)) >= MOST * lines:
            return prefix.sub("", text)
    return None


def without_indent(text: str) -> str | None:
    """The text without the white space that all its lines begin with; None where they share less than two columns.

    One column is what psql itself puts before the rows of a result.
    """
    first = INDENTED.search(text)
    shared = first[1] if first else ""
    for line in INDENTED.finditer(text):
        shared, longer = sorted((shared, line[1]), key=len)
        if shared in {"", " "} or not longer.startswith(shared):
            return None
    return re.sub(f"(?m)^{shared}", "", text) if shared else None


def unwrapped(log: Log) -> Iterator[Log]:
    """The log with one, two, … prefixes taken away."""
    text = without_prefix(log.text)
    while text is not None:
        yield replace(log, text=text)
        text = without_prefix(text)


def embedded(
    connection: duckdb.DuckDBPyConnection, formats: dict[str, Format], log: Log
) -> Iterator[tuple[Log, str, list[tuple[int, int]]]]:
    """The blocks of known formats within a text, as one log a format with their first and last lines.

    All other lines are blank in it, so that line numbers stay. A block begins with a line that detects its format and
    ends before the first line that the format does not know.
    """
    lines = log.text.split("\n")
    for name, form in formats.items():
        begins = detected(connection, form, lines)
        if not begins:
            continue
        known = [rule is not None for _, _, rule in explain(connection, form, log)]
        blocks = _blocks(begins, known, lines)
        kept = {number for first, last in blocks for number in range(first, last + 1)}
        text = "\n".join(line if number in kept else "" for number, line in enumerate(lines, start=1))
        yield replace(log, text=text), name, blocks


def _blocks(begins: list[int], known: list[bool], lines: list[str]) -> list[tuple[int, int]]:
    """First and last line of each block; blank lines at an end do not belong to it."""
    blocks: list[tuple[int, int]] = []
    for first in begins:
        if blocks and first <= blocks[-1][1]:
            continue
        last = first
        while last < len(lines) and known[last]:
            last += 1
        while last > first and not lines[last - 1].strip():
            last -= 1
        blocks.append((first, last))
    return blocks
