"""What other programs put before every line of a log, or behind it: prefixes, indents, blanks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from ddlbench.parse.initial import OTHER, initials
from ddlbench.parse.read import Log

PREFIXES = tuple(
    re.compile(prefix, re.MULTILINE)
    for prefix in (
        r"^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)? - (?:[\w.]+ - )?[A-Z]+(?:: ?| -(?: |$))(?:b'(?=\S)|'$)?",
        r"^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)? (?:\[[\w.:-]+\] )?"
        r"\[(?:DEBUG|INFO|WARNING|ERROR|CRITICAL)\](?: [\w.]+)?:? ?",
        r"^(?:DEBUG|INFO|WARNING|ERROR|CRITICAL):[\w.]+:",
        r"^[DIWEFA], \[\d{4}-\d\d-\d\dT[\d:.]+ #\d+\] +[A-Z]+ -- [^:]*: (?:[A-Z]\w*: )?",
        r"^# \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d (?:\[\d+\] )?",
        r"^> ?",
        r"^-- ?",
        r"^//(?: |$)",
        r"^//",
        r"^#(?: |$)",
        r"^#",
        r"^[^\t\n]+\t[^\t\n]+\t\ufeff?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z ",
        r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z \d\d[OE][ +]",
        r"^\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?\]?[ \t]",
        r"^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d+)? ",
        r"^\[?\d\d:\d\d:\d\d(?:[.,]\d+)?\]?[ \t]",
        r"^[\w./@+=,~-]*\w\.(?:log|txt|out|res|result|dat)[:-](?:\d+[:-])?(?=[ \w\[\"{}\]]|$)",
        r"^\[[\w.-]+(?:/[\w.-]+)*\] ",
        r"^[\w.-]+ +\| ",
        r"^[\w.\[\]\"-]+ \((?:remote|local)-exec\): ",
        r"^(?:==>|   ) [\w.-]+: ?",
        r"^ *\d+\t",
        r"^[\w.-]+ [\w.@-]+\[\d+\]: ?",
    )
)
"""What loggers of Python (of bytes, too) and Ruby print, the random query generator of MariaDB, marks of quotes and of
comments, `gh run view --log`, the runner of GitLab, times of `ts`, `docker logs -t`, `kubectl logs --timestamps` and
syslog; names of files by grep, of `kubectl --prefix`, compose, Terraform, Vagrant and journald; numbers of `cat -n`."""

INDENTED = re.compile(r"(?m)^([ \t]*)\S")

MOST = 0.6
"""Share of the lines with text that must carry a prefix before it is taken for one."""

PADDED_CHARACTERS = 2048
"""So much of the head of a log tells whether its lines have blanks at their ends."""


def without_prefix(text: str) -> str | None:
    """The text without the prefix that most of its lines carry; None where they carry none."""
    lines = text.split("\n")
    filled = [line for line in lines if line and not line.isspace()]
    heads = Counter(line[0] for line in filled)
    for prefix in PREFIXES:
        # Few texts begin as a prefix can: that costs least to ask.
        if filled and sum(heads[head] for head in heads if _can_begin(prefix, head)) >= MOST * len(filled):
            carried = list(map(prefix.match, lines))
            if len(carried) - carried.count(None) >= MOST * len(filled):
                return "\n".join(
                    line[found.end() :] if found else line for line, found in zip(lines, carried, strict=True)
                )
    return None


@cache
def _can_begin(prefix: re.Pattern[str], head: str) -> bool:
    """Whether a line with this first character can carry a prefix."""
    return ord(head) >= OTHER or ord(head) in initials(prefix.pattern)


def without_indent(text: str) -> str | None:
    """The text without the white space that all its lines begin with; None where they share less than two columns.

    One column is what psql itself puts before the rows of a result.
    """
    first = INDENTED.search(text)
    shared = first[1] if first else ""
    while shared not in {"", " "} and (less := re.search(rf"(?m)^(?!{shared})([ \t]*)\S", text)):
        shared = less[1] if shared.startswith(less[1]) else ""
    return re.sub(f"(?m)^{shared}", "", text) if shared not in {"", " "} else None


def without_padding(text: str) -> str | None:
    """The text without the blanks that most of its lines end with, as terminals pad them; None where few do."""
    head = text[:PADDED_CHARACTERS]
    if 2 * (head.count(" \n") + head.count("\t\n")) < max(head.count("\n"), 1):
        return None
    return "\n".join(line.rstrip(" \t") for line in text.split("\n"))


def unwrapped(log: Log) -> Iterator[Log]:
    """The log with one, two, … prefixes taken away."""
    text = without_prefix(log.text)
    while text is not None:
        yield replace(log, text=text)
        text = without_prefix(text)
