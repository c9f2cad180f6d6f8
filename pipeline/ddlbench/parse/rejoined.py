"""Lines of gh-ost that a terminal or an editor broke, put together again: most are longer than a terminal is wide.

What was put together stands in the first of its lines, and the others are blank, so that line numbers stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

NEEDLE = "Copy: "

BEGIN = re.compile(r"(?:\d{4}-\d\d-\d\d \d\d:\d\d:\d\d INFO )?Copy: \d")
"""How a progress line begins, which tells that lines are broken."""

WHOLE = re.compile(
    BEGIN.pattern
    + r"*/\d+ [\d.]+%; (?:Applied: \d+; )?Backlog: \d+/\d+; "
    + r"(?:Time: [\dhms]+\(total\), [\dhms]+\(copy\)|Elapsed: [\dhms]+\(copy\), [\dhms]+\(total\)); "
    + r"(?:streamer: [^; ]+; )?(?:Lag: [\d.]+s?, )?(?:HeartbeatLag: [\d.]+s, )?"
    + r"(?:State: (?:throttled, [^;]*|postponing cut-over|\w+); )?"
    + r"ETA: (?:N/A|due|(?:\d+h)?(?:\d+m)?\d+s|throttled, .*)(?: \[\])?"
)
"""All of it: the time that it expects to take ends in seconds."""

OTHER = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d |# |\[\d{4}/|\d{4}/\d\d/|Copy: |$")
"""How other lines begin."""

MOST_PIECES = 6


def rejoined(text: str) -> str | None:
    """The text with the lines of gh-ost as it printed them; None where they are so."""
    if NEEDLE not in text:
        return None
    lines = text.split("\n")
    width = 0
    for place, more in _broken(lines):
        pieces = lines[place : place + more + 1]
        width = len(pieces[0]) if WHOLE.fullmatch("".join(pieces)) else width
        lines[place : place + more + 1] = [_put_together(pieces), *[""] * more]
    if width:
        _fill(lines, width)
    changed = "\n".join(lines)
    return changed if changed != text else None


def _broken(lines: list[str]) -> Iterator[tuple[int, int]]:
    """The places of broken progress lines, with the number of lines below that belong to them."""
    for place, line in enumerate(lines):
        if BEGIN.match(line) and not WHOLE.fullmatch(line):
            for more in range(1, min(MOST_PIECES, len(lines) - place - 1) + 1):
                if OTHER.match(lines[place + more]):
                    break
                if WHOLE.fullmatch(_put_together(lines[place : place + more + 1])):
                    yield place, more
                    break


def _put_together(pieces: list[str]) -> str:
    """Pieces as one line: a terminal breaks anywhere, an editor at a blank, which is then lost."""
    terminal = "".join(pieces)
    return terminal if WHOLE.fullmatch(terminal) else " ".join(pieces)


def _fill(lines: list[str], width: int) -> None:
    """Put together what other lines are as wide as a terminal, and what is below them."""
    above = -1
    for place, line in enumerate(lines):
        if OTHER.match(line):
            above = place if len(line) == width else -1
        elif above >= 0:
            lines[above] += line
            lines[place] = ""
            above = above if len(line) == width else -1
