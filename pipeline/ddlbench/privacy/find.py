"""Finds in texts what must not be published, and shows lines without it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import duckdb

from ddlbench.errors import Problem
from ddlbench.privacy.kinds import KINDS, TRIGGER, Kind

MASK = "***"
LONGEST_KEY = 200
"""Lines that a private key can have at most."""

SHOWN_PER_FILE = 20
SMALL = 2_000
"""Characters of a text that is searched here: a query would take longer to start."""

QUICK = re.compile(TRIGGER)
KEY_ENDS = re.compile(r"-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----")


@dataclass(frozen=True, order=True)
class Finding:
    """One thing that must not be published; `start` and `end` are its place in the line."""

    line: int
    start: int
    end: int
    kind: Kind


def suspicious(connection: duckdb.DuckDBPyConnection, text: str) -> list[tuple[int, str]]:
    """The lines of a text that may hold something, by number; all others hold nothing."""
    if len(text) < SMALL:
        return [(number, line) for number, line in enumerate(text.split("\n"), start=1) if QUICK.search(line)]
    rows: list[tuple[int, str]] = connection.execute(
        "SELECT number, text FROM (SELECT unnest($lines) AS text, generate_subscripts($lines, 1) AS number) "
        "WHERE regexp_matches(text, $trigger) ORDER BY number",
        {"lines": text.split("\n"), "trigger": TRIGGER},
    ).fetchall()
    return rows


def find(connection: duckdb.DuckDBPyConnection, text: str) -> Iterator[Finding]:
    """Everything in a text that must not be published, and the private addresses that may."""
    lines: list[str] = []
    ended = 0
    for number, line in suspicious(connection, text):
        found = in_line(line, number)
        yield from found
        key = next((each.kind for each in found if each.kind.name == "private-keys"), None)
        if key and number > ended and not KEY_ENDS.search(line):
            lines = lines or text.split("\n")
            ended = key_end(lines, number)
            yield from (Finding(each, 0, len(lines[each - 1]), key) for each in range(number + 1, ended + 1))


def key_end(lines: list[str], first: int) -> int:
    """The last line of a private key that begins on a line."""
    last = min(first + LONGEST_KEY, len(lines))
    return next((number for number in range(first + 1, last + 1) if KEY_ENDS.search(lines[number - 1])), last)


def in_line(line: str, number: int = 1) -> list[Finding]:
    """What one line holds."""
    return exact(line, number, [kind for kind in KINDS if kind.quick.search(line)])


def exact(line: str, number: int, kinds: Iterable[Kind] = KINDS) -> list[Finding]:
    """What one line holds of some kinds; of two that overlap the one that stands first, then the longer."""
    found = [Finding(number, *span, kind) for kind in kinds for span in _spans(kind, line)]
    kept: list[Finding] = []
    for each in sorted(found, key=lambda each: (each.kind.allowed, each.start, -each.end)):
        if all(each.end <= other.start or each.start >= other.end for other in kept):
            kept.append(each)
    return sorted(kept, key=lambda each: each.start)


def _spans(kind: Kind, line: str) -> Iterator[tuple[int, int]]:
    for expression in kind.expressions:
        for match in expression.finditer(line):
            name = next(name for name, text in match.groupdict().items() if text is not None)
            start, end = match.span(name)
            if kind.judge(line[start:end], line[:start], line[end:]):
                yield start, end


def masked(line: str, findings: Iterable[Finding]) -> str:
    """The line with a mask in the place of each finding."""
    for each in sorted(findings, key=lambda each: -each.start):
        line = line[: each.start] + MASK + line[each.end :]
    return line


def privacy_problems(connection: duckdb.DuckDBPyConnection, name: str, text: str) -> list[Problem]:
    """An error for each line of a file with something that must not be published; one note for what may."""
    by_line: dict[int, list[Finding]] = {}
    for each in find(connection, text):
        by_line.setdefault(each.line, []).append(each)
    lines = text.split("\n")
    allowed: Counter[str] = Counter()
    problems = []
    for number, findings in by_line.items():
        allowed.update(each.kind.name for each in findings if each.kind.allowed)
        refused = [each for each in findings if not each.kind.allowed]
        if refused:
            titles = " and ".join(dict.fromkeys(each.kind.title for each in refused))
            hint = "`ddlbench redact` writes copies without it; what was committed once stays in the history"
            shown = masked(lines[number - 1], findings)
            problems.append(Problem(name, number, f"{titles} must not be published", excerpt=shown, hint=hint))
    if len(problems) > SHOWN_PER_FILE:
        more = f"{len(problems) - SHOWN_PER_FILE} more lines hold what must not be published"
        problems = [*problems[:SHOWN_PER_FILE], Problem(name, 0, more)]
    if allowed:
        message = f"holds {sum(allowed.values())} private addresses; they are allowed"
        problems.append(Problem(name, 0, message, "note"))
    return problems
