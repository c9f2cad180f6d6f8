"""Titles that people set above an output: lines that no pattern takes, told by where they stand.

They can say anything, so that no pattern could name them without taking what is left of a damaged line too. A title
stands right above where an output begins, in paragraphs of their own, or is underlined.
"""

from __future__ import annotations

import re

import duckdb
import numpy as np

from ddlbench.database import literal
from ddlbench.parse.format import Format
from ddlbench.parse.lines import BLANK

PLAIN = r"^[^[:cntrl:]]{1,100}$"
MOST_WORDS = 12
"""What is longer than this is a sentence."""

WORD = r"[^\s\x{3040}-\x{9FFF}]+|[\x{3040}-\x{9FFF}]{1,3}"
"""Chinese and Japanese have no blanks between words."""
NUMBER, FRACTION = r"\d+", r"(?:^|[^.\d])\d+\.\d+(?:[^.\d]|$)"
MOST_NUMBERS = 8
MOST_FRACTIONS = 1
"""What has more numbers, or more numbers with a point, may be figures."""

AROUND = ("shell_", "script_")
"""What patterns of lines that stand among titles are named after: dates, prompts, what scripts print."""

RULER = "shell_ruler"

# Kinds of lines, a letter each: Title with a fraction, title, Ruler, Shell or script, other Noise, Blank, Head of an
# output, Other.
ABOVE = re.compile(rb"(?:\A|(?<=[BN]))(?:[TtRS]B{0,3}){1,24}(?=H)")
AT_TOP = re.compile(rb"\A(?:[TtRS]B{0,3}){0,23}[RS]B{0,3}(?=[NO])")
"""Where figures were picked from outputs, no head tells where one begins: the titles of a script do."""
UNDERLINED = re.compile(rb"t(?=R)")

MOST_LINES = 8
"""Titles above one output; more are prose."""


def titles(connection: duckdb.DuckDBPyConnection, form: Format) -> dict[str, np.ndarray]:
    """Titles in the classified batch, as columns: `file_no` and `line_no`."""
    heads = [number for number, each in enumerate(form.patterns.values(), start=1) if each.titled]
    found: list[tuple[int, int]] = []
    if heads:
        lines = connection.execute(_kinds(form, heads)).fetchnumpy()
        files, numbers = lines["file_no"], lines["line_no"]
        for part in np.split(np.arange(len(files)), np.flatnonzero(np.diff(files)) + 1):
            places = _places(lines["kind"][part].astype(np.uint8).tobytes())
            found += [(int(files[part[place]]), int(numbers[part[place]])) for place in places]
    columns = zip(*found, strict=True) if found else ((), ())
    return {
        name: np.array(values, dtype=np.int32) for name, values in zip(("file_no", "line_no"), columns, strict=True)
    }


def _places(kinds: bytes) -> set[int]:
    """Places of titles among the lines of a log."""
    found = {underlined.start() for underlined in UNDERLINED.finditer(kinds)}
    for paragraphs in [*ABOVE.finditer(kinds), *AT_TOP.finditer(kinds)]:
        places = [place for place in range(*paragraphs.span()) if kinds[place] in b"Tt"]
        found.update(places if len(places) <= MOST_LINES else [])
    return found


def _kinds(form: Format, heads: list[int]) -> str:
    """A SELECT of the kinds of lines, in their order, of files that have lines which no pattern takes."""
    names = list(enumerate(form.patterns.items(), start=1))
    noise = [number for number, (_, each) in names if each.noise]
    around = [number for number, (name, _) in names if name.startswith(AROUND)]
    ruler = [number for number, (name, _) in names if name == RULER]
    plain = f"regexp_matches(text, {literal(PLAIN)}) AND {_count(WORD)} <= {MOST_WORDS}"
    fractions = _count(FRACTION)
    return f"""
SELECT file_no, line_no, ord(CASE
    WHEN pattern IS NULL AND {plain} AND {_count(NUMBER)} <= {MOST_NUMBERS} AND {fractions} <= {MOST_FRACTIONS}
        THEN CASE WHEN {fractions} = 0 THEN 't' ELSE 'T' END
    WHEN pattern = {BLANK} THEN 'B' WHEN pattern IN {(*heads, -1)} THEN 'H' WHEN pattern IN {(*ruler, -1)} THEN 'R'
    WHEN pattern IN {(*around, -1)} THEN 'S' WHEN pattern IN {(*noise, -1)} THEN 'N'
    ELSE 'O' END)::UTINYINT AS kind
FROM classified WHERE file_no IN (SELECT file_no FROM classified WHERE pattern IS NULL) ORDER BY file_no, line_no"""


def _count(expression: str) -> str:
    """SQL of how often an expression matches in a line."""
    return f"len(regexp_extract_all(text, {literal(expression)}))"
