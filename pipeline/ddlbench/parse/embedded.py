"""Logs within prose: the blocks of known formats on a page, of which each line goes to one format.

Pages show logs as they are, between fences, as code with an indent, or as quotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import duckdb
import numpy as np

from ddlbench.parse.batch import detect
from ddlbench.parse.format import Format, Pattern
from ddlbench.parse.mixed import Asked, shared
from ddlbench.parse.read import Log
from ddlbench.parse.reading import ANY_TEXT, Flags, Numbers, Reading, detected_in, last_place, next_place, readings
from ddlbench.parse.restored import restored
from ddlbench.parse.wrapped import without_indent, without_prefix

CODE = re.compile(r"(?m)^(?:(?:\t|  )[^\S\n]*\S.*(?:\n|\Z)(?:[ \t]*\n)*)+|^(?:>.*(?:\n|\Z))+")
"""Lines that are all indented, or all quoted."""

Places = tuple[int, int]
Regions = list[tuple[Places, list[str]]]
"""First and last lines, from 1, with the names of formats."""


@dataclass(frozen=True)
class PageReading:
    """How a format reads a text, line by line; places count from 0.

    `begins` is true of lines that detect it. Some lines are `known` to it, some of these are `told` from others, not
    just text of an open section or blank, and some of these are `telling`: they make or begin rows.
    """

    begins: Flags
    known: Flags
    told: Flags
    telling: Flags

    @cached_property
    def next_unknown(self) -> Numbers:
        """By place, that of the first line at or below it that is not known."""
        return next_place(~self.known)

    @cached_property
    def last_unknown(self) -> Numbers:
        """By place, that of the last line at or above it that is not known."""
        return last_place(~self.known)

    @cached_property
    def last_told(self) -> Numbers:
        """By place, that of the last line at or above it that is told from others."""
        return last_place(self.told)

    @cached_property
    def next_telling(self) -> Numbers:
        """By place, that of the first line at or below it that makes or begins a row."""
        return next_place(self.telling)


def embedded(
    connection: duckdb.DuckDBPyConnection, formats: dict[str, Format], log: Log
) -> Iterator[tuple[Log, str, list[Places]]]:
    """The blocks of known formats within a text, as one log a format with their first and last lines.

    All other lines are blank in it, so that line numbers stay.
    """
    found = _readings(connection, formats, log)
    indented = _outdented(connection, formats, log, found)
    indented = replace(indented, text=restored(indented.text) or indented.text)
    if indented != log:
        log, found = indented, _readings(connection, formats, indented)
    lines = log.text.split("\n")
    regions = _regions(sorted((places, name) for name, reading in found.items() for places in _blocks(reading)))
    names = list(formats)
    owners = np.full(len(lines), -1)
    for place, name in _owners(connection, formats, found, log, regions):
        owners[place] = names.index(name)
    for number in np.unique(owners[owners >= 0]).tolist():
        own = owners == number
        text = "\n".join(line if mine else "" for line, mine in zip(lines, own.tolist(), strict=True))
        yield replace(log, text=text), names[number], _ranges(np.flatnonzero(own) + 1)


def _outdented(
    connection: duckdb.DuckDBPyConnection, formats: dict[str, Format], log: Log, found: dict[str, PageReading]
) -> Log:
    """The log without the indents and marks of code and quotes, where more lines are told without them."""
    code = list(CODE.finditer(log.text))
    bare = [without_prefix(each[0]) if each[0].startswith(">") else without_indent(each[0]) for each in code]
    meant = detect(connection, formats, [each or "" for each in bare])
    told = np.stack([np.append(0, np.cumsum(each.told)) for each in found.values()]) if found else np.zeros((1, 1), int)
    alone = _told_alone(connection, formats, log, bare, meant)
    pieces, end, first, counted = [], 0, 0, 0
    for each, text, lines in zip(code, bare, alone, strict=True):
        first += log.text.count("\n", counted, each.start())
        counted = each.start()
        last = min(first + each[0].count("\n") + 1, told.shape[1] - 1)
        if text is not None and lines > (told[:, last] - told[:, min(first, last)]).max():
            pieces += [log.text[end : each.start()], text]
            end = each.end()
    return replace(log, text="".join([*pieces, log.text[end:]])) if pieces else log


def _told_alone(
    connection: duckdb.DuckDBPyConnection,
    formats: dict[str, Format],
    log: Log,
    texts: list[str | None],
    meant: list[str | None],
) -> list[int]:
    """How many lines of each text its format tells from others, if the text is all there is."""
    counts = [0] * len(texts)
    for name in {each for each in meant if each is not None}:
        own = [place for place, each in enumerate(meant) if each == name]
        found = readings(connection, formats[name], [replace(log, text=texts[place] or "") for place in own])
        for place, reading in zip(own, found, strict=True):
            counts[place] = int(_page_reading(formats[name], reading).told.sum())
    return counts


def _readings(connection: duckdb.DuckDBPyConnection, formats: dict[str, Format], log: Log) -> dict[str, PageReading]:
    """How the formats that are detected in a text read it."""
    return {
        name: _page_reading(formats[name], reading)
        for name in detected_in(connection, formats, log)
        for reading in readings(connection, formats[name], [log])
    }


def _page_reading(form: Format, reading: Reading) -> PageReading:
    rules = form.rules.values()
    told = np.array(
        [False, *(not isinstance(each, Pattern) or each.expression not in ANY_TEXT for each in rules), False]
    )
    silent = [False, *(isinstance(each, Pattern) and each.noise and not each.starts for each in rules), False]
    telling = told & ~np.array(silent)
    return PageReading(reading.begins, reading.rules >= 0, told[reading.rules], telling[reading.rules])


def _blocks(reading: PageReading) -> Iterator[Places]:
    """First and last line of each block, from 1.

    It begins with a line that detects its format, or with a row above it that leads there, as a command line does. It
    ends before the first line that is not known, and without the blank lines and any other text at its end.
    """
    above = 0
    for begin in np.flatnonzero(reading.begins & reading.known).tolist():
        if begin < above:
            continue
        stop = max(int(reading.last_unknown[begin]), above - 1)
        first = min(int(reading.next_telling[stop + 1]), begin)
        last = max(int(reading.last_told[reading.next_unknown[begin] - 1]), begin)
        above = last + 1
        yield first + 1, last + 1


def _regions(blocks: list[tuple[Places, str]]) -> Regions:
    """Blocks of several formats that overlap, put together."""
    regions: Regions = []
    for (first, last), name in blocks:
        if regions and first <= regions[-1][0][1]:
            (begin, end), names = regions.pop()
            regions.append(((begin, max(end, last)), list(dict.fromkeys([*names, name]))))
        else:
            regions.append(((first, last), [name]))
    return regions


def _owners(
    connection: duckdb.DuckDBPyConnection,
    formats: dict[str, Format],
    found: dict[str, PageReading],
    log: Log,
    regions: Regions,
) -> Iterator[tuple[int | slice, str]]:
    """The places of regions with their format: the first that is detected, and if it does not know all, others too."""
    lines = log.text.split("\n")
    texts = ["\n".join(lines[first - 1 : last]) for (first, last), _ in regions]
    # Below a blank line, as most blocks are: some expressions begin with that.
    above = ["\n" if first > 1 else "" for (first, _), _ in regions]
    meant = detect(connection, formats, [line + text for line, text in zip(above, texts, strict=True)])
    parted: list[tuple[int, Asked]] = []
    for ((first, last), names), text, name in zip(regions, texts, meant, strict=True):
        own = name if name in names else names[0]
        if found[own].known[first - 1 : last].all():
            yield slice(first - 1, last), own
        else:
            parted.append((first - 1, Asked(replace(log, text=text), list(dict.fromkeys([own, *names])))))
    parts = shared(connection, formats, [asked for _, asked in parted])
    for (first, _), shares in zip(parted, parts, strict=True):
        for owner, share in shares.items():
            for place, line in enumerate(share.text.split("\n"), start=first):
                if line.strip():
                    yield place, owner


def _ranges(numbers: Numbers) -> list[Places]:
    """Ascending numbers as first and last of each run."""
    runs = np.split(numbers, np.flatnonzero(np.diff(numbers) > 1) + 1)
    return [(int(run[0]), int(run[-1])) for run in runs]
