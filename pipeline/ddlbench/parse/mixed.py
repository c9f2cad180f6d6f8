"""Logs that hold what several tools printed, one after the other: each block goes to the format of its tool.

Only a log is looked at that its format leaves lines of, or takes lines of as any text of an open section: a client that
prints no count does not say where a result ends. Every line then belongs to one format and is parsed by it alone, so
that what no format takes is still reported.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property

import duckdb
import numpy as np

from ddlbench.parse.batch import CURSORS, Divide, explain
from ddlbench.parse.format import Format
from ddlbench.parse.lines import WITH_BELOW
from ddlbench.parse.read import Log
from ddlbench.parse.reading import (
    ANY_TEXT,
    NOISE,
    ROW,
    TEXT,
    UNKNOWN,
    Flags,
    Numbers,
    Reading,
    classified_readings,
    detected,
    kinds,
    last_place,
    next_place,
    readings,
)

READ_CHARACTERS = 16 * 1024 * 1024
"""Text that is read by all formats of its logs together: it bounds the memory."""

Blocks = list[tuple[int, str]]
"""The places where blocks begin, with the formats that own them."""


@dataclass(frozen=True)
class Asked:
    """A log with the formats that may own lines of it, that of its first line first, and how that reads it if known."""

    log: Log
    names: list[str]
    reading: Reading | None = None


@dataclass(frozen=True)
class View:
    """What one format makes of each line of a log.

    `reach` is the place of the first line, at or below each, that the format does not know, `begin` that of the first
    line that detects it, `said` the count of the lines from there that its patterns tell from others. Places count
    from 0; there is one more than there are lines.
    """

    made: Numbers
    blank: Flags
    reach: Numbers
    begin: Numbers
    said: Numbers

    @cached_property
    def weight(self) -> Numbers:
        """By place, the lines that the format tells from others up to where it knows no further; 0 if not detected."""
        return np.where(self.begin < self.reach, self.said - self.said[self.reach], 0)[:-1]

    @cached_property
    def last_unknown(self) -> Numbers:
        """By place, that of the last line at or above it that the format does not know; -1 where there is none."""
        return last_place(self.made == UNKNOWN)

    @cached_property
    def last_row(self) -> Numbers:
        """By place, that of the last row at or above it; -1 where there is none."""
        return last_place(self.made == ROW)

    @cached_property
    def next_row(self) -> Numbers:
        """By place, that of the first row at or below it; the count of lines where there is none."""
        return next_place(self.made == ROW)


def divided(formats: dict[str, Format]) -> Divide:
    """What divides the logs of a classified batch that several tools printed: into a log for each of their formats."""

    def divide(
        cursor: duckdb.DuckDBPyConnection, form: Format, logs: list[Log], with_lanes: bool
    ) -> dict[str, list[Log]]:
        found: dict[str, list[Log]] = {}
        others = strangers(cursor, formats, form) if _has_gaps(cursor, form) else {}
        files = [number for number, log in enumerate(logs) if log.name in others]
        own = classified_readings(cursor, form, with_lanes, files) if files else []
        asked = (
            Asked(logs[number], [form.name, *others[logs[number].name]], reading)
            for number, reading in zip(files, own, strict=True)
        )
        for shares in shared(cursor, formats, asked):
            for name, share in shares.items() if list(shares) != [form.name] else ():
                found.setdefault(name, []).append(share)
        return found

    return divide


def explain_mixed(
    connection: duckdb.DuckDBPyConnection, formats: dict[str, Format], log: Log, name: str
) -> tuple[list[str], list[tuple[int, str, str | None]]]:
    """The formats that parse a log which was recognised as one, and each line with the rule that took it."""
    explained = explain(connection, formats[name], log)
    others = strangers(connection, formats, formats[name]).get(log.name)
    if not others:
        return [name], explained
    [shares] = shared(connection, formats, [Asked(log, [name, *others])])
    taken = [explain(connection, formats[each], share) for each, share in shares.items()]
    owned_lines = [max(line, key=lambda share: len(share[1])) for line in zip(*taken, strict=True)]
    return list(shares), owned_lines


def _has_gaps(connection: duckdb.DuckDBPyConnection, form: Format) -> bool:
    """Whether lines of the classified batch are taken by none of the patterns, or as any text of a section."""
    query = f"SELECT 1 FROM classified WHERE pattern IS NULL OR pattern IN ({_texts(form)}) LIMIT 1"
    return bool(connection.execute(query).fetchall())


def strangers(connection: duckdb.DuckDBPyConnection, formats: dict[str, Format], form: Format) -> dict[str, list[str]]:
    """By file of the classified batch, what other formats are there, if `form` leaves lines of it or takes any text.

    They are looked for in the lines that `form` does not take, in its noise, since titles can be a beginning to others,
    and in the text of open sections.
    """
    others = [each for each in formats.values() if each.name != form.name]
    noise = [str(number) for number, each in enumerate(form.patterns.values(), start=1) if each.noise]
    asked = (
        f"SELECT file_no, {WITH_BELOW} AS text FROM classified QUALIFY pattern IN ({_texts(form)}) "
        f"OR ((pattern IS NULL OR pattern IN ({', '.join(noise) or -1})) "
        "AND file_no IN (SELECT file_no FROM classified WHERE pattern IS NULL))"
    )
    found = detected(connection, others, asked)
    names = connection.execute("SELECT file_no, file FROM batch").fetchall() if found else []
    return {name: found[number] for number, name in names if number in found}


def _texts(form: Format) -> str:
    """Numbers of the patterns that take whatever stands in their section, as SQL."""
    numbers = [number for number, each in enumerate(form.patterns.values(), start=1) if each.expression in ANY_TEXT]
    return ", ".join(map(str, numbers)) or "-1"


def shared(
    connection: duckdb.DuckDBPyConnection, formats: dict[str, Format], asked: Iterable[Asked]
) -> Iterator[dict[str, Log]]:
    """Logs, each once for each of its formats that has lines in it, with all other lines blank: their numbers stay."""
    for some in _bounded(asked):
        for each, views in zip(some, _views(connection, formats, some), strict=True):
            log, lines = each.log, each.log.text.split("\n")
            blocks = owned({name: views[name] for name in each.names}, each.names[0])
            texts = {name: _own_lines(lines, blocks, name) for name in dict.fromkeys(name for _, name in blocks)}
            yield {name: replace(log, text=text) for name, text in texts.items() if text.strip()}


def _bounded(asked: Iterable[Asked]) -> Iterator[list[Asked]]:
    """The same logs, up to `READ_CHARACTERS` of text together."""
    some: list[Asked] = []
    size = 0
    for each in asked:
        some.append(each)
        size += len(each.log.text)
        if size > READ_CHARACTERS:
            yield some
            some, size = [], 0
    yield some


def _own_lines(lines: list[str], blocks: Blocks, name: str) -> str:
    """The lines of the blocks of a format, all others blank."""
    kept: list[str] = []
    ends = [*(place for place, _ in blocks[1:]), len(lines)]
    for (place, owner), end in zip(blocks, ends, strict=True):
        kept += lines[place:end] if owner == name else [""] * (end - place)
    return "\n".join(kept)


def _views(
    connection: duckdb.DuckDBPyConnection, formats: dict[str, Format], asked: list[Asked]
) -> list[dict[str, View]]:
    """What each of some formats makes of each log."""
    views = [{each.names[0]: view(formats[each.names[0]], each.reading)} if each.reading else {} for each in asked]

    def read(name: str) -> None:
        unread = [number for number, each in enumerate(asked) if name in each.names and name not in views[number]]
        found = readings(connection, formats[name], [asked[number].log for number in unread])
        for number, reading in zip(unread, found, strict=True):
            views[number][name] = view(formats[name], reading)

    with ThreadPoolExecutor(CURSORS) as pool:
        list(pool.map(read, dict.fromkeys(name for each in asked for name in each.names)))
    return views


def view(form: Format, reading: Reading) -> View:
    """What a format makes of each line."""
    made = kinds(form)[reading.rules]
    said = np.append(np.cumsum((made > TEXT)[::-1], dtype=np.int32)[::-1], 0)
    return View(made, reading.rules == 0, next_place(made == UNKNOWN), next_place(reading.begins), said)


def owned(views: dict[str, View], first: str) -> Blocks:
    """The blocks of a log. A line belongs to the format of the line above, until there is one that it does not know.

    There begins the block of the format that has most to say before it ends, if one is detected in it; otherwise
    nothing changes. What is noise to a format, and detects one that has more to say, begins a block too; so does any
    text that detects one, if that has more to say of its block.
    """
    turns: dict[str, Blocks] = {}
    blocks: Blocks = [(0, first)]
    place = 0
    while True:
        current = blocks[-1][1]
        if current not in turns:
            turns[current] = list(_turns(views, current))
        found = bisect_left(turns[current], (place, ""))
        if found == len(turns[current]):
            return blocks
        place, name = turns[current][found]
        _reach_back(blocks, views, place, name)
        place += 1


def _turns(views: dict[str, View], current: str) -> Iterator[tuple[int, str]]:
    """The places where another block begins below lines of a format, with the formats of these blocks."""
    names = list(views)
    own, at = views[current], names.index(current)
    here = np.arange(len(own.made))
    weights = np.stack([each.weight for each in views.values()])
    detects = np.stack([each.begin[:-1] == here for each in views.values()])
    best = weights.argmax(axis=0)
    begins = (own.made == UNKNOWN) | ((own.made == NOISE) & detects[best, here])
    turns = np.where(begins & (weights[best, here] > weights[at]), best, -1)

    text = np.flatnonzero(own.made == TEXT)
    detects[at] = False
    begun = np.where(detects[:, text], weights[:, text], -1)
    best = begun.argmax(axis=0)
    ends = np.stack([each.reach[text] for each in views.values()])[best, np.arange(len(text))]
    turns[text] = np.where(begun.max(axis=0) > own.said[text] - own.said[ends], best, -1)
    places = np.flatnonzero(turns >= 0)
    return zip(places.tolist(), (names[number] for number in turns[places].tolist()), strict=True)


def _reach_back(blocks: Blocks, views: dict[str, View], place: int, name: str) -> None:
    """Begin a block, with the lines above it that are rows to its format and noise to their own.

    A command line can be such a row.
    """
    stop, end = int(views[name].last_unknown[place - 1]) if place else -1, place
    for start, owner in reversed(blocks):
        row = int(views[owner].last_row[end - 1]) if end > start else -1
        stop = max(stop, row if row >= start else -1)
        if start <= stop + 1:
            break
        end = start
    begin = _with_titles(views, blocks, min(int(views[name].next_row[stop + 1]), place))
    while blocks and blocks[-1][0] >= begin:
        blocks.pop()
    if not blocks or blocks[-1][1] != name:
        blocks.append((begin, name))


def _with_titles(views: dict[str, View], blocks: Blocks, begin: int) -> int:
    """Where a block begins with the lines right above it that nobody knows, if they stand below a blank line."""
    start, owner = blocks[-1]
    blank, unknown = views[owner].blank, views[owner].made == UNKNOWN
    top = place = begin
    while place > start and (blank[place - 1] or unknown[place - 1]):
        place -= 1
        if unknown[place] and (place == 0 or blank[place - 1]):
            top = place
    return top
