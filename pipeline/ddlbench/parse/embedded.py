"""Logs within prose: the blocks of known formats on a page, of which each line goes to one format.

Pages show logs as they are, between fences, as code with an indent, or as quotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

import duckdb

from ddlbench.parse.batch import detect, detected, explain
from ddlbench.parse.format import Format, Pattern
from ddlbench.parse.mixed import ANY_TEXT, shared
from ddlbench.parse.read import Log
from ddlbench.parse.wrapped import without_indent, without_prefix

CODE = re.compile(r"(?m)^(?:(?:\t| {2,}).*\S.*(?:\n|\Z)(?:[ \t]*\n)*)+|^(?:>.*(?:\n|\Z))+")
"""Lines that are all indented, or all quoted."""

Places = tuple[int, int]


@dataclass(frozen=True)
class Reading:
    """How a format reads a text, line by line; places count from 0.

    Some lines are `known` to it, some of these are `told` from others, not just text of an open section or blank, and
    some of these are `telling`: they make or begin rows.
    """

    known: list[bool]
    told: list[bool]
    telling: list[bool]


def embedded(
    connection: duckdb.DuckDBPyConnection, formats: dict[str, Format], log: Log
) -> Iterator[tuple[Log, str, list[Places]]]:
    """The blocks of known formats within a text, as one log a format with their first and last lines.

    All other lines are blank in it, so that line numbers stay.
    """
    log = _outdented(connection, formats, log)
    lines = log.text.split("\n")
    readings = _readings(connection, formats, log)
    blocks = [
        (places, name)
        for name, reading in readings.items()
        for places in _blocks(detected(connection, formats[name], lines), reading)
    ]
    owners: dict[int, str] = {}
    for places, names in _regions(sorted(blocks)):
        owners |= _owners(connection, formats, readings, _only(log, lines, places), places, names)
    for name in sorted({*owners.values()}, key=list(formats).index):
        text = "\n".join(line if owners.get(place) == name else "" for place, line in enumerate(lines, start=1))
        yield replace(log, text=text), name, _ranges([place for place, owner in owners.items() if owner == name])


def _outdented(connection: duckdb.DuckDBPyConnection, formats: dict[str, Format], log: Log) -> Log:
    """The log without the indents and marks of code and quotes, where more lines are told without them."""
    found = list(CODE.finditer(log.text))
    bare = [without_prefix(each[0]) if each[0].startswith(">") else without_indent(each[0]) for each in found]
    meant = detect(connection, formats, [each or "" for each in bare])
    if not any(meant):
        return log
    readings = _readings(connection, formats, log)
    pieces, end = [], 0
    for each, text, name in zip(found, bare, meant, strict=True):
        if text is None or name is None:
            continue
        first = log.text.count("\n", 0, each.start())
        last = first + each[0].count("\n") + 1
        told = max((sum(reading.told[first:last]) for reading in readings.values()), default=0)
        if sum(_reading(connection, formats[name], replace(log, text=text)).told) > told:
            pieces += [log.text[end : each.start()], text]
            end = each.end()
    return replace(log, text="".join([*pieces, log.text[end:]]))


def _readings(connection: duckdb.DuckDBPyConnection, formats: dict[str, Format], log: Log) -> dict[str, Reading]:
    """How the formats that are detected in a text read it."""
    lines = log.text.split("\n")
    return {
        name: _reading(connection, form, log) for name, form in formats.items() if detected(connection, form, lines)
    }


def _reading(connection: duckdb.DuckDBPyConnection, form: Format, log: Log) -> Reading:
    rules = [rule for _, _, rule in explain(connection, form, log)]
    patterns = {name: rule for name, rule in form.rules.items() if isinstance(rule, Pattern)}
    texts = {name for name, pattern in patterns.items() if pattern.expression in ANY_TEXT}
    silent = {name for name, pattern in patterns.items() if pattern.noise and not pattern.starts}
    told = [bool(rule) and rule not in texts for rule in rules]
    return Reading(
        [rule is not None for rule in rules],
        told,
        [each and rule not in silent for each, rule in zip(told, rules, strict=True)],
    )


def _blocks(begins: list[int], reading: Reading) -> list[Places]:
    """First and last line of each block, from 1.

    It begins with a line that detects its format, or with a row above it that leads there, as a command line does. It
    ends before the first line that is not known, and without the blank lines and any other text at its end.
    """
    blocks: list[Places] = []
    for begin in begins:
        above = blocks[-1][1] if blocks else 0
        if begin <= above or not reading.known[begin - 1]:
            continue
        first = last = begin
        for number in range(begin - 1, above, -1):
            if not reading.known[number - 1]:
                break
            if reading.telling[number - 1]:
                first = number
        while last < len(reading.known) and reading.known[last]:
            last += 1
        while last > begin and not reading.told[last - 1]:
            last -= 1
        blocks.append((first, last))
    return blocks


def _regions(blocks: list[tuple[Places, str]]) -> list[tuple[Places, list[str]]]:
    """Blocks of several formats that overlap, put together."""
    regions: list[tuple[Places, list[str]]] = []
    for (first, last), name in blocks:
        if regions and first <= regions[-1][0][1]:
            (begin, end), names = regions.pop()
            regions.append(((begin, max(end, last)), list(dict.fromkeys([*names, name]))))
        else:
            regions.append(((first, last), [name]))
    return regions


def _only(log: Log, lines: list[str], places: Places) -> Log:
    first, last = places
    return replace(log, text="\n".join([*[""] * (first - 1), *lines[first - 1 : last]]))


def _owners(
    connection: duckdb.DuckDBPyConnection,
    formats: dict[str, Format],
    readings: dict[str, Reading],
    region: Log,
    places: Places,
    names: list[str],
) -> dict[int, str]:
    """The format of each line of a region: the first that is detected, and if it does not know all, others too."""
    first, last = places
    [name] = detect(connection, formats, [region.text])
    if name is None or name not in names:
        name = names[0]
    if all(readings[name].known[first - 1 : last]):
        return dict.fromkeys(range(first, last + 1), name)
    shares = shared(connection, formats, region, [name, *(each for each in names if each != name)])
    return {
        number: owner
        for owner, share in shares.items()
        for number, line in enumerate(share.text.split("\n"), start=1)
        if line.strip()
    }


def _ranges(numbers: list[int]) -> list[Places]:
    """Ascending numbers as first and last of each run."""
    ranges: list[Places] = []
    for number in sorted(numbers):
        if ranges and number == ranges[-1][1] + 1:
            ranges[-1] = (ranges[-1][0], number)
        else:
            ranges.append((number, number))
    return ranges
