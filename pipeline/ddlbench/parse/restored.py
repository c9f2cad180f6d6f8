"""Statistics of sysbench whose indents were lost: pages, mail and scripts that trim lines leave the words alone.

Only what stands right below a heading of a statistics block gets its indent back: elsewhere `read: 7` is another's.
"""

from __future__ import annotations

import re

HEADING = re.compile(
    r"(?:SQL statistics|OLTP test statistics|General statistics|Throughput|Test execution summary|Latency \(ms\)"
    r"|CPU speed|File operations|[Tt]hreads? fairness(?: \(.*\))?"
    r"|Running memory speed test with the following options):\s*$"
)
LINE = re.compile(
    r"\s*(?:(?P<two>(?:block size|total size|operation|scope): *\w+)"
    r"|(?P<four>queries performed:|(?:response time|per-request statistics):"
    r"|(?:transactions|queries|ignored errors|reconnects|deadlocks|read/write requests|other operations"
    r"|total time|time elapsed|total number of events|total time taken by event execution|events per second"
    r"|events/s \(eps\)|(?:events|execution time) \(avg/stddev\)|(?:reads|writes|fsyncs)/s|(?:read|written), Mi?B/s):"
    r" *[\dNn-].*)|(?P<eight>(?:read|write|other|total): *\d+)"
    r"|(?P<nine>(?:min|avg|max|sum): *[\dNn-].*|(?:\d+th|approx\. +\d+(?:th)?) percentile: *\d.*|percentile stats: .*"
    r"|(?:read|write|fsync): +IOPS=.*))\s*$"
)
"""A line of a statistics block; the group tells its indent."""

INDENTS = {"two": " " * 2, "four": " " * 4, "eight": " " * 8, "nine": " " * 9}
COUNT, INDENT = "total number of events:", "\n    "
"""What every version prints at the end of a run, and what should stand before it."""

TAIL_CHARACTERS = 2048


def may_be_stripped(text: str) -> bool:
    """Whether the last statistics of a log have another indent than sysbench prints; costs next to nothing."""
    place = text.rfind(COUNT, -TAIL_CHARACTERS)
    return place >= 0 and text[max(place - len(INDENT), 0) : place] != INDENT


def with_indents(text: str) -> str | None:
    """The text with the indents of statistics lines that stand below their headings; None where they have them."""
    lines = text.split("\n")
    below = False
    for place, line in enumerate(lines):
        if HEADING.match(line):
            below = True
        elif below and (found := LINE.match(line)):
            lines[place] = INDENTS[found.lastgroup or ""] + line.strip()
        elif line.strip():
            below = False
    restored = "\n".join(lines)
    return restored if restored != text else None
