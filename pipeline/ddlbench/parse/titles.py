"""Titles that people set above an output: lines that no pattern takes, told by where they stand.

They can say anything, so that no pattern could name them without taking what is left of a damaged line too. A title
stands right above where an output begins, in a paragraph of its own.
"""

from __future__ import annotations

import re

import duckdb
import numpy as np

from ddlbench.database import literal
from ddlbench.parse.format import Format
from ddlbench.parse.lines import BLANK

PLAIN = r"^[^[:cntrl:]]{1,80}$"
"""What a title consists of; what is longer is a sentence."""

MOST_NUMBERS = 2
"""Numbers in a title; what has more may be figures."""

AROUND = ("shell_", "script_")
"""What patterns of lines that stand among titles are named after: rulers, dates, prompts, what scripts print."""

TITLED = re.compile(rb"(?:\A|(?<=B))(?:[ST]B{0,2}){1,8}(?=H)")
"""Kinds of lines, a letter each: Title, Shell or script, Blank, Head of an output, Other."""

MOST_LINES = 3
"""Titles of one output; more are prose."""


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


def _places(kinds: bytes) -> list[int]:
    """Places of titles among the lines of a log."""
    found = []
    for paragraphs in TITLED.finditer(kinds):
        places = [place for place in range(*paragraphs.span()) if kinds[place] == ord("T")]
        found += places if len(places) <= MOST_LINES else []
    return found


def _kinds(form: Format, heads: list[int]) -> str:
    """A SELECT of the kinds of lines, in their order, of files that have lines which no pattern takes."""
    around = [number for number, name in enumerate(form.patterns, start=1) if name.startswith(AROUND)]
    few = f"len(regexp_extract_all(text, '\\d[\\d.:/-]*')) <= {MOST_NUMBERS}"
    is_title = f"regexp_matches(text, {literal(PLAIN)}) AND {few}"
    return f"""
SELECT file_no, line_no, ord(CASE WHEN pattern IS NULL THEN CASE WHEN {is_title} THEN 'T' ELSE 'O' END
    WHEN pattern = {BLANK} THEN 'B' WHEN pattern IN {(*heads, -1)} THEN 'H' WHEN pattern IN {(*around, -1)} THEN 'S'
    ELSE 'O' END)::UTINYINT AS kind
FROM classified WHERE file_no IN (SELECT file_no FROM classified WHERE pattern IS NULL) ORDER BY file_no, line_no"""
