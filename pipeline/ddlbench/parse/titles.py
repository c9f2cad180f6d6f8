"""Titles that people set, and what scripts print: lines that no pattern takes, told by where they stand.

They can say anything, so that no pattern could name them without taking what is left of a damaged line too. A title
stands right above where an output begins, in paragraphs of their own, below the end of a result, or is underlined. A
script prints where the load tool runs it and prints no figures itself.
"""

from __future__ import annotations

import re

import duckdb
import numpy as np

from ddlbench.database import literal
from ddlbench.parse.format import Format, Pattern
from ddlbench.parse.lines import BLANK

TITLE, PRINT = "title", "print"
"""What a line is told to be."""

PLAIN = r"^[^[:cntrl:]]{1,100}$"
MOST_WORDS = 12
"""What is longer than this is a sentence."""

WORD = r"[^\s\x{3040}-\x{9FFF}]+|[\x{3040}-\x{9FFF}]{1,3}"
"""Chinese and Japanese have no blanks between words."""
NUMBER, FRACTION = r"\d+", r"(?:^|[^.\d])\d+\.\d+(?:[^.\d]|$)"
MOST_NUMBERS = 8
MOST_FRACTIONS = 1
"""What has more numbers, or more numbers with a point, may be figures."""

FACT = r"^[A-Za-z][\w ./()%-]{0,40} ?[:=] ?\S"
MOST_NUMBERS_OF_A_FACT = 12
"""A moment has up to nine."""

AROUND = ("shell_", "script_")
"""What patterns of lines that stand among titles are named after: dates, prompts, what scripts print."""

RULER = "shell_ruler"

# Kinds of lines, a letter each: title with a Fraction, Title, Value of a setting; Ruler, Shell or script, other Noise,
# Blank, Other; Head of an output, Load tool's head; where a script may print from, to, or both: i, j, k; Prompt, End of
# a result.
ABOVE = re.compile(rb"(?:\A|(?<=[BN]))(?:[FTVRSN]B{0,3}){1,48}(?=[HL])")
BELOW = re.compile(rb"(?<=H)B{1,3}(?:[TVRS]B{0,3}){1,8}(?<=B)(?=[Oj])")
"""Below a command, where its output has lost its first line."""
BETWEEN = re.compile(rb"(?:\A|(?<=[BES]))(?:[TVRS]B{0,3}){1,24}(?=P)")
"""Below the end of a result nothing stands but what people write; a line right below a statement is its result."""
AT_TOP = re.compile(rb"\A(?:[FTVRS]B{0,3}){0,47}[RS]B{0,3}(?=[NO])")
"""Where figures were picked from outputs, no head tells where one begins: the titles of a script do."""
WRITTEN = b"TVRSB"
"""What people write around outputs."""
UNDERLINED = re.compile(rb"[TV](?=R)")
PRINTED = re.compile(rb"(?<=L)[TVRSNB]+(?=k)|(?<=k)[TVRSNB]+(?=[kHL]|\Z)|(?<=i)[TVRSNB]+(?=j)")

MOST_LINES, MOST_FACTS = 8, 40
"""Titles above one output; more are prose."""


def titles(connection: duckdb.DuckDBPyConnection, form: Format) -> dict[str, np.ndarray]:
    """Titles and prints in the classified batch, as columns: `file_no`, `line_no` and `what` they are."""
    found: list[tuple[int, int, str]] = []
    if any(each.titled or each.prompt for each in form.patterns.values()):
        lines = connection.execute(_kinds(form)).fetchnumpy()
        files, numbers = lines["file_no"], lines["line_no"]
        for part in np.split(np.arange(len(files)), np.flatnonzero(np.diff(files)) + 1):
            places = _places(lines["kind"][part].astype(np.uint8).tobytes())
            found += [(int(files[part[place]]), int(numbers[part[place]]), what) for place, what in places.items()]
    file_nos, line_nos, whats = zip(*found, strict=True) if found else ((), (), ())
    return {
        "file_no": np.array(file_nos, dtype=np.int32),
        "line_no": np.array(line_nos, dtype=np.int32),
        "what": np.array(whats, dtype=object),
    }


def _places(kinds: bytes) -> dict[int, str]:
    """Places of titles and prints among the lines of a log."""
    found = {underlined.start(): TITLE for underlined in UNDERLINED.finditer(kinds)}
    spans = [each.span() for rule in (ABOVE, BELOW, BETWEEN, AT_TOP) for each in rule.finditer(kinds)]
    spans.append(_below_all(kinds))
    for span in spans:
        places = [place for place in range(*span) if kinds[place] in b"FTV"]
        facts = [place for place in places if kinds[place] in b"V"]
        few = len(places) - len(facts) <= MOST_LINES and len(facts) <= MOST_FACTS
        found |= dict.fromkeys(places if few else [], TITLE)
    for printed in PRINTED.finditer(kinds):
        for place in range(*printed.span()):
            if kinds[place] in b"TV":
                found.setdefault(place, PRINT)
    return found


def _below_all(kinds: bytes) -> tuple[int, int]:
    """Where titles stand below all outputs: who says above them how they were made may say there how it went."""
    above, end = len(kinds) - len(kinds.lstrip(WRITTEN)), len(kinds.rstrip(WRITTEN))
    told = b"V" in kinds[:above] and kinds[end : end + 1] == b"B"
    return (end, len(kinds)) if told else (0, 0)


def _kinds(form: Format) -> str:
    """A SELECT of the kinds of lines, in their order, of files that have lines which no pattern takes."""
    kinds = [_kind(name, each) for name, each in form.patterns.items()]
    taken = " ".join(
        f"WHEN pattern IN ({', '.join(str(number) for number, each in enumerate(kinds, start=1) if each == kind)}) "
        f"THEN '{kind}'"
        for kind in dict.fromkeys(kinds)
    )
    plain = f"pattern IS NULL AND regexp_matches(text, {literal(PLAIN)}) AND {_count(WORD)} <= {MOST_WORDS}"
    fact, numbers, fractions = f"regexp_matches(text, {literal(FACT)})", _count(NUMBER), _count(FRACTION)
    return f"""
SELECT file_no, line_no, ord(CASE
    WHEN {plain} AND {fact} AND {numbers} <= {MOST_NUMBERS_OF_A_FACT} AND {fractions} = 0 THEN 'V'
    WHEN {plain} AND {numbers} <= {MOST_NUMBERS} AND {fractions} <= {MOST_FRACTIONS}
        THEN CASE WHEN {fractions} = 0 THEN 'T' ELSE 'F' END
    WHEN pattern = {BLANK} THEN 'B' {taken}
    ELSE 'O' END)::UTINYINT AS kind
FROM classified WHERE file_no IN (SELECT file_no FROM classified WHERE pattern IS NULL) ORDER BY file_no, line_no"""


def _kind(name: str, pattern: Pattern) -> str:
    """The kind of the lines that a pattern takes."""
    if pattern.scripted:
        return "L" if pattern.titled else {"from": "i", "to": "j", "both": "k"}[pattern.scripted]
    if pattern.titled or pattern.prompt or pattern.ends:
        return "H" if pattern.titled else "P" if pattern.prompt else "E"
    if name.startswith(AROUND):
        return "R" if name == RULER else "S"
    return "N" if pattern.noise else "O"


def _count(expression: str) -> str:
    """SQL of how often an expression matches in a line."""
    return f"len(regexp_extract_all(text, {literal(expression)}))"
