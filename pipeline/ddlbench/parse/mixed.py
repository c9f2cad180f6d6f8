"""Logs that hold what several tools printed, one after the other: each block goes to the format of its tool.

Only a log is looked at that its format leaves lines of, or takes lines of as any text of an open section: a client that
prints no count does not say where a result ends. Every line then belongs to one format and is parsed by it alone, so
that what no format takes is still reported.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import duckdb

from ddlbench.database import identifier
from ddlbench.errors import Problem
from ddlbench.parse.batch import Finish, Parser, at_start, detected, explain
from ddlbench.parse.format import Format, Pattern, Section
from ddlbench.parse.read import Log

UNKNOWN, TEXT, NOISE, ROW = range(4)
"""What a format makes of a line: nothing, some text of an open section, noise, (a part of) a row."""

ANY_TEXT = {"^.*$", "^.+$", "^(?P<text>.*)$"}
"""Expressions of patterns that take whatever stands in their section."""


@dataclass(frozen=True)
class View:
    """What one format makes of each line of a log.

    `reach` is the place of the first line, at or below each, that the format does not know, `begin` that of the first
    line that detects it, `said` the count of the lines that its patterns tell from others. Places count from 0.
    """

    made: list[int]
    reach: list[int]
    begin: list[int]
    said: list[int]

    def says(self, place: int, end: int) -> int:
        """Lines that the format tells from others between two places."""
        return self.said[place] - self.said[end]

    def weight(self, place: int) -> int:
        """Lines that the format tells from others, from a place to where it knows no further; 0 if not detected."""
        end = self.reach[place]
        return self.says(place, end) if self.begin[place] < end else 0


def parse_mixed(parser: Parser) -> Finish:
    """What parses those logs of a finished batch anew that several tools printed."""

    def finish(cursor: duckdb.DuckDBPyConnection, form: Format, logs: list[Log], problems: list[Problem]) -> None:
        others = strangers(cursor, parser.formats, form) if problems or _takes_text(cursor, form) else {}
        for log in logs:
            if log.name not in others:
                continue
            shares = shared(cursor, parser.formats, log, [form.name, *others[log.name]])
            if list(shares) == [form.name]:
                continue
            for table in form.tables:
                cursor.execute(f"DELETE FROM {identifier(table)} WHERE file = $file", {"file": log.name})
            found = [each for name, share in shares.items() for each in parser.parse_now(cursor, name, share)]
            problems[:] = [each for each in problems if each.path != log.name] + found

    return finish


def explain_mixed(
    connection: duckdb.DuckDBPyConnection, formats: dict[str, Format], log: Log, name: str
) -> tuple[list[str], list[tuple[int, str, str | None]]]:
    """The formats that parse a log which was recognised as one, and each line with the rule that took it."""
    explained = explain(connection, formats[name], log)
    others = strangers(connection, formats, formats[name]).get(log.name)
    if not others:
        return [name], explained
    shares = shared(connection, formats, log, [name, *others])
    taken = [explain(connection, formats[each], share) for each, share in shares.items()]
    owned_lines = [max(line, key=lambda share: len(share[1])) for line in zip(*taken, strict=True)]
    return list(shares), owned_lines


def strangers(connection: duckdb.DuckDBPyConnection, formats: dict[str, Format], form: Format) -> dict[str, list[str]]:
    """By file of the classified batch, what other formats are there, if `form` leaves lines of it or takes any text.

    They are looked for in the lines that `form` does not take, in its noise, since titles can be a beginning to others,
    and in the text of open sections.
    """
    others = {name: at_start(each.detect) for name, each in formats.items() if name != form.name}
    noise = [str(number) for number, each in enumerate(form.patterns.values(), start=1) if each.noise]
    text = ", ".join(map(str, texts(form))) or "-1"
    rows = connection.execute(
        "WITH line AS (SELECT file_no, pattern, text, lead(text) OVER () AS below FROM classified), "
        f"two AS (SELECT file_no, text || chr(10) || coalesce(below, '') AS text FROM line WHERE (pattern IN ({text}) "
        f"OR ((pattern IS NULL OR pattern IN ({', '.join(noise) or -1})) "
        "AND file_no IN (SELECT file_no FROM classified WHERE pattern IS NULL)))), "
        "hit AS (FROM two WHERE regexp_matches(text, $either)) "
        f"SELECT file, [{', '.join(f'bool_or(regexp_matches(text, $d{n}))' for n in range(len(others)))}] "
        "FROM hit JOIN batch USING (file_no) GROUP BY file",
        {"either": "|".join(others.values()), **{f"d{n}": detect for n, detect in enumerate(others.values())}},
    ).fetchall()
    return {file: [name for name, hit in zip(others, hits, strict=True) if hit] for file, hits in rows}


def shared(
    connection: duckdb.DuckDBPyConnection, formats: dict[str, Format], log: Log, names: Sequence[str]
) -> dict[str, Log]:
    """The log once for each of some formats that has lines in it, with all other lines blank: their numbers stay."""
    lines = log.text.split("\n")
    owners = owned({name: view(connection, formats[name], log) for name in names}, names[0])
    texts = {
        name: "\n".join(line if owner == name else "" for line, owner in zip(lines, owners, strict=True))
        for name in dict.fromkeys(owners)
    }
    return {name: replace(log, text=text) for name, text in texts.items() if text.strip()}


def view(connection: duckdb.DuckDBPyConnection, form: Format, log: Log) -> View:
    """What a format makes of each line, were the log its own."""
    kinds = {"": NOISE} | {name: _kind(rule) for name, rule in form.rules.items()}
    made = [UNKNOWN if rule is None else kinds[rule] for _, _, rule in explain(connection, form, log)]
    begins = {number - 1 for number in detected(connection, form, log.text.split("\n"))}
    end = len(made)
    found = View(made, [end] * (end + 1), [end] * (end + 1), [0] * (end + 1))
    for place in reversed(range(end)):
        found.reach[place] = place if made[place] == UNKNOWN else found.reach[place + 1]
        found.begin[place] = place if place in begins else found.begin[place + 1]
        found.said[place] = found.said[place + 1] + (made[place] > TEXT)
    return found


def _takes_text(connection: duckdb.DuckDBPyConnection, form: Format) -> bool:
    """Whether lines of the classified batch are any text of a section."""
    numbers = ", ".join(map(str, texts(form))) or "-1"
    return bool(connection.execute(f"SELECT 1 FROM classified WHERE pattern IN ({numbers}) LIMIT 1").fetchall())


def texts(form: Format) -> list[int]:
    """Numbers of the patterns that take whatever stands in their section."""
    return [number for number, each in enumerate(form.patterns.values(), start=1) if each.expression in ANY_TEXT]


def _kind(rule: Pattern | Section) -> int:
    if isinstance(rule, Pattern) and rule.expression in ANY_TEXT:
        return TEXT
    return NOISE if isinstance(rule, Pattern) and rule.noise else ROW


def owned(views: dict[str, View], first: str) -> list[str]:
    """The format that each line belongs to: that of the line above, until there is a line that it does not know.

    There begins the block of the format that has most to say before it ends, if one is detected in it; otherwise
    nothing changes. What is noise to a format, and detects one that has more to say, begins a block too; so does any
    text that detects one, if that has more to say of its block.
    """
    owners: list[str] = []
    current = first
    for place in range(len(views[first].made)):
        made = views[current].made[place]
        if made in {UNKNOWN, NOISE}:
            best = max(views, key=lambda name: views[name].weight(place))
            begins = made == UNKNOWN or views[best].begin[place] == place
            if best != current and begins and views[best].weight(place) > views[current].weight(place):
                current = best
                _reach_back(owners, views, current)
        elif made == TEXT:
            begun = [name for name, each in views.items() if name != current and each.begin[place] == place]
            best = max(begun, key=lambda name: views[name].weight(place), default=current)
            if views[best].weight(place) > views[current].says(place, views[best].reach[place]):
                current = best
                _reach_back(owners, views, current)
        owners.append(current)
    return owners


def _reach_back(owners: list[str], views: dict[str, View], name: str) -> None:
    """Give a block the lines above it that are rows to its format and noise to their own, as a command line can be."""
    last = len(owners)
    for place in reversed(range(len(owners))):
        if views[name].made[place] == UNKNOWN or views[owners[place]].made[place] == ROW:
            break
        if views[name].made[place] == ROW:
            last = place
    owners[last:] = [name] * (len(owners) - last)
