"""Output of sysbench as it printed it: pages, mail and scripts trim lines, authors add remarks and tabs.

Of statistics only what stands right below a heading is changed back: elsewhere `read: 7` is another's.
"""

from __future__ import annotations

import re

from ddlbench.parse.batch import HEAD_CHARACTERS

REMARK = r"\s*(?:(?://|#|--|<-|[^\x00-\x7F]).*)?$"
"""What an author may have put behind a figure. sysbench prints none of these signs in its statistics."""

HEADING = re.compile(
    r"(?:SQL statistics|OLTP test statistics|General statistics|Throughput|Test execution summary|Latency \(ms\)"
    r"|CPU speed|File operations|[Tt]hreads? fairness(?: \(.*\))?"
    r"|Running memory speed test with the following options):" + REMARK
)
LINE = re.compile(
    r"\s*(?:(?P<two>(?:block size|total size|operation|scope): *\w+)"
    r"|(?P<four>queries performed:|(?:response time|per-request statistics):"
    r"|(?:transactions|queries|ignored errors|reconnects|deadlocks|read/write requests|other operations"
    r"|total time|time elapsed|total number of events|total time taken by event execution|events per second"
    r"|events/s \(eps\)|(?:events|execution time) \(avg/stddev\)|(?:reads|writes|fsyncs)/s|(?:read|written), Mi?B/s):"
    r" *[\dNn-].*)|(?P<eight>(?:read|write|other|total): *\d+)"
    r"|(?P<nine>(?:min|avg|max|sum): *[\dNn-].*|(?:\d+th|approx\. +\d+(?:th)?) percentile: *\d.*|percentile stats: .*"
    r"|(?:read|write|fsync): +IOPS=.*))" + REMARK
)
"""A line of a statistics block; the group tells its indent."""

OPTION = re.compile(
    r"(?:Number of threads: \d+|Prime numbers limit: \d+|Target transaction rate: \d+/sec|Threads started!"
    r"|Report intermediate results every \d+ second\(s\)|Initializing random number generator from .*"
    r"|Initializing worker threads\.+|Total operations: \d+ \([^)]*\)|[\d.]+ Mi?B transferred \([^)]*\))" + REMARK
)
"""A line above or between such blocks: no other program prints it."""

INDENTS = {"two": " " * 2, "four": " " * 4, "eight": " " * 8, "nine": " " * 9}
COUNT, INDENT = "total number of events:", "\n    "
"""What every version prints at the end of a run, and what should stand before it."""

TAB = "\t"
"""For blanks, as editors and unexpand(1) put it: sysbench prints none in its statistics, time(1) does below them."""

TAIL_CHARACTERS, ABOVE_CHARACTERS = 2048, 700
"""Where the last statistics of a log stand: in so much of its end, and above the count of events so much of them."""

REMARKED = re.compile(
    r"(?m)^[ \t]+[a-z\d][^:\n]*: +[\d./]+m?s?(?: +\([\d.]+ per sec\.\))?"
    r"(?:[ \t]+$|[ \t]*(?://|#|--|<-|[^\x00-\x7F]))"
)
"""A figure of a block that something stands behind, be it blanks."""

SIGNS = ("//", "#", "-", "<")
"""What a remark begins with, if it is ASCII: far quicker to look for."""

INDENTED = re.compile(
    r"\n[ \t]+(?:sysbench v?\d+\.\d+[\w.+-]*(?: \(using |: +multi-threaded )|Running the test with following options:)"
)
"""The head of an output that its author set below a prompt or a title at the margin, behind the end of a line."""

RUN = "Running the test with following options:"
NO_RUN = ("(using ", "multi-threaded ")
"""What stands in such heads: that of a run, and those of outputs of another command. Finding them costs far less."""


def outdented(text: str) -> str | None:
    """The text with outputs at the margin that stand indented in it; None where there are none.

    An output reaches as far, up and down, as lines begin with the indent of its head.
    """
    head = text[:HEAD_CHARACTERS]  # Where a log that has no run shows its first head.
    indented = _stands_indented(text, RUN) or any(_stands_indented(head, each) for each in NO_RUN)
    if not indented or not INDENTED.search(text):
        return None
    lines = text.split("\n")
    for place, line in enumerate(lines):
        if INDENTED.match("\n" + line):
            indent = line[: -len(line.lstrip())]
            _outdent(lines, range(place, len(lines)), indent)
            _outdent(lines, range(place - 1, -1, -1), indent)
    return "\n".join(lines)


def _stands_indented(text: str, needle: str) -> bool:
    """Whether a line that begins with white space has a needle in it; from the end, which takes half as long."""
    place = text.rfind(needle)
    while place >= 0:
        if text[text.rfind("\n", 0, place) + 1] in " \t":
            return True
        place = text.rfind(needle, 0, place)
    return False


def _outdent(lines: list[str], places: range, indent: str) -> None:
    """Take an indent from lines, one after the other, as long as they have it or are blank."""
    for place in places:
        if lines[place].startswith(indent):
            lines[place] = lines[place].removeprefix(indent)
        elif lines[place].strip():
            return


def may_be_stripped(text: str) -> bool:
    """Whether the last statistics of a log look otherwise than sysbench prints them; costs next to nothing."""
    place = text.rfind(COUNT, -TAIL_CHARACTERS)
    if place < 0:
        return False
    indented = text[max(place - len(INDENT), 0) : place] == INDENT
    tabbed = text.startswith(COUNT + TAB, place) or text.find("\n" + TAB, place) >= 0
    return not indented or tabbed or _remarked(text[max(place - ABOVE_CHARACTERS, 0) :])


def _remarked(statistics: str) -> bool:
    """Whether something stands behind a figure of statistics, be it blanks."""
    signed = not statistics.isascii() or any(sign in statistics for sign in SIGNS)
    blank = max(statistics.rfind(" \n"), statistics.rfind("\t\n"))
    padded = blank > 0 and statistics[blank - 1] != "\n"  # Below a histogram sysbench prints a line of one blank.
    return (signed or padded) and REMARKED.search(statistics) is not None


def restored(text: str) -> str | None:
    """The text with statistics and options as sysbench prints them; None where they are so."""
    lines = text.split("\n")
    below = False
    for place, line in enumerate(lines):
        if HEADING.match(line.lstrip() if below else line):
            below = True
            lines[place] = without_remark(line)
        elif below and (found := LINE.match(spaced := line.expandtabs())):
            lines[place] = INDENTS[found.lastgroup or ""] + without_remark(spaced)
        elif line.strip():
            below = False
            lines[place] = without_remark(line) if OPTION.match(line) else line
    changed = "\n".join(lines)
    return changed if changed != text else None


def without_remark(line: str) -> str:
    """A line of a block without what an author put behind it, and without blanks around."""
    return re.sub(REMARK, "", line.strip())
