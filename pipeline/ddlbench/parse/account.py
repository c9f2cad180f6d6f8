"""Line accounting: every line that no pattern took is named, with where the nearest pattern stopped."""

from __future__ import annotations

import re

import duckdb

from ddlbench.database import literal
from ddlbench.errors import Problem, Severity
from ddlbench.parse.compile import fragments
from ddlbench.parse.format import FOLDER, Format, display
from ddlbench.parse.titles import PRINT, TITLE, titles

SHOWN_PER_FILE = 20
"""Lines a file that are reported one by one; the rest is counted."""

TAKEN_AS = {TITLE: "a title", PRINT: "printed by a script"}

NUMBER = re.compile(r"\d+")


def unaccounted(connection: duckdb.DuckDBPyConnection, form: Format) -> list[Problem]:
    """Problems for the lines of the `classified` batch that no pattern took; some of them are notes only."""
    if not connection.execute("SELECT 1 FROM classified WHERE pattern IS NULL LIMIT 1").fetchall():
        return []
    connection.register("title", titles(connection, form))
    notes = []
    for what, name in TAKEN_AS.items():
        query = "SELECT file, line_no FROM title JOIN batch USING (file_no) WHERE what = ? ORDER BY ALL"
        places = connection.execute(query, [what]).fetchall()
        notes += _capped(places, f"taken as {name}, from where it stands", "note")
    return notes + _untaken(connection, form)


def _untaken(connection: duckdb.DuckDBPyConnection, form: Format) -> list[Problem]:
    """Problems for the lines that no pattern took and that are no `title`."""
    lines = connection.execute(
        "SELECT file, line_no, text, total FROM ("
        "SELECT file_no, line_no, text, count(*) OVER (PARTITION BY file_no) AS total "
        "FROM classified ANTI JOIN title USING (file_no, line_no) WHERE pattern IS NULL "
        f"QUALIFY row_number() OVER (PARTITION BY file_no ORDER BY line_no) <= {SHOWN_PER_FILE}"
        ") JOIN batch USING (file_no) ORDER BY file, line_no"
    ).fetchall()
    if not lines:
        return []
    nearest = _nearest(connection, form, [text for _, _, text, _ in lines])
    query = "SELECT file, max(line_no) FROM classified JOIN batch USING (file_no) GROUP BY file"
    ends = dict(connection.execute(query).fetchall())
    problems = [
        _cut_off(file, line, text)
        if line == ends[file] and _begins(form, text, near[1])
        else _problem(form, file, line, text, *near)
        for (file, line, text, _), near in zip(lines, nearest, strict=True)
    ]
    totals = {file: total for file, _, _, total in lines}
    return problems + [
        Problem(file, 0, f"{total - SHOWN_PER_FILE} more lines that no pattern of `{form.name}` matches")
        for file, total in totals.items()
        if total > SHOWN_PER_FILE
    ]


def untypable(form: Format, table: str, places: list[tuple[str, int]]) -> list[Problem]:
    """Problems for lines that a pattern took but whose figures do not fit their columns."""
    return _capped(places, f"a figure of this line does not fit its column of `{table}` (format `{form.name}`)")


def repeated(form: Format, table: str, places: list[tuple[str, int]]) -> list[Problem]:
    """Problems for lines that give a figure of a row which an earlier line of the same block gave."""
    return _capped(places, f"a figure of one `{table}` row stands here again; the first is kept (format `{form.name}`)")


def _capped(places: list[tuple[str, int]], message: str, severity: Severity = "error") -> list[Problem]:
    lines: dict[str, list[int]] = {}
    for file, line in places:
        lines.setdefault(file, []).append(line)
    problems = [Problem(file, line, message, severity) for file in lines for line in lines[file][:SHOWN_PER_FILE]]
    return problems + [
        Problem(file, 0, f"{len(found) - SHOWN_PER_FILE} more: {message}", severity)
        for file, found in lines.items()
        if len(found) > SHOWN_PER_FILE
    ]


def _nearest(connection: duckdb.DuckDBPyConnection, form: Format, texts: list[str]) -> list[tuple[str, int]]:
    """For each text the pattern with the most matching leading fragments, and the length that they matched.

    Fragments that matched nothing, since they are optional, do not count.
    """
    prefixes = [
        (name, pattern.expression, len(pattern.regex) - place, regex)
        for name, pattern in form.patterns.items()
        for place, regex in enumerate(fragments(pattern))
    ]
    # A pattern that matches the whole line was not open here: it says nothing about where the line went wrong.
    lengths = ", ".join(
        f"CASE WHEN regexp_matches(text, {literal(whole)}) THEN 0 "
        f"ELSE length(regexp_extract(text, {literal(regex)})) END"
        for _, whole, _, regex in prefixes
    )
    rows = connection.execute(
        f"SELECT [{lengths}] FROM (SELECT unnest($texts) AS text, generate_subscripts($texts, 1) AS number) "
        "ORDER BY number",
        {"texts": texts},
    ).fetchall()
    near = []
    for (row,) in rows:
        fewest: dict[tuple[str, int], tuple[int, int, int]] = {}  # Of a pattern the longer prefixes stand first.
        for index, (length, (name, _, count, _)) in enumerate(zip(row, prefixes, strict=True)):
            fewest[name, length] = count if length else 0, length, -index
        _, length, index = max(fewest.values())
        near.append((prefixes[-index][0], length))
    return near


def _begins(form: Format, text: str, matched: int) -> bool:
    """Whether a line can be the beginning of one that the format knows: half matched, or like a sample so far."""
    shape = NUMBER.sub("0", text)
    samples = (sample.split("\n")[-1] for pattern in form.patterns.values() for sample in pattern.samples)
    return 2 * matched >= len(text) or any(NUMBER.sub("0", sample).startswith(shape) for sample in samples)


def _cut_off(file: str, line: int, text: str) -> Problem:
    return Problem(file, line, "the log is cut off within this line", severity="note", excerpt=text)


def _problem(form: Format, file: str, line: int, text: str, pattern: str, matched: int) -> Problem:
    path = display(FOLDER / f"{form.name}.toml")
    note = f"`{pattern}` matched up to here" if matched else "no pattern begins like this"
    return Problem(
        file,
        line,
        f"no pattern of `{form.name}` matches",
        excerpt=text,
        caret=matched,
        caret_note=note,
        hint=f"if this line is valid, add it to `samples` in `{path}`, then run `make test`",
    )
