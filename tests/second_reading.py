"""Which rule takes which line: as the compiled SQL finds it, and found one line after the other."""

from __future__ import annotations

import duckdb
from ddlbench.database import literal
from ddlbench.parse.batch import fill_batch
from ddlbench.parse.format import Format, Pattern
from ddlbench.parse.lines import classify
from ddlbench.parse.read import Log

Explained = list[tuple[int, str, str | None]]


def explained(connection: duckdb.DuckDBPyConnection, form: Format, logs: list[Log]) -> list[Explained]:
    """What `ddlbench explain` says of the lines of several logs: the rule of each, "" for a blank line, None for none."""
    fill_batch(connection, logs)
    for statement in classify(form, with_lanes=False):
        connection.execute(statement)
    names = ["", *form.rules]
    rows = connection.execute("SELECT file_no, line_no, text, pattern FROM classified ORDER BY ALL").fetchall()
    found: list[Explained] = [[] for _ in logs]
    for file, line, text, number in rows:
        found[file].append((line, text, None if number is None else names[number]))
    return found


def reading(connection: duckdb.DuckDBPyConnection, form: Format, text: str) -> list[str | None]:
    """The rule of each line, found one line after the other by the plain regular expressions."""
    lines = text.split("\n")
    regexes = [rule.expression if isinstance(rule, Pattern) else rule.header for rule in form.rules.values()]
    tests = [literal(regex) for regex in regexes]
    before = [literal(rule.previous) if rule.previous else "''" for rule in form.rules.values()]
    excepted = {title: rule.unless for title, rule in form.rules.items() if isinstance(rule, Pattern) and rule.unless}
    others = [literal(excepted.get(title, "^\\b$")) for title in form.rules]
    hits = connection.execute(
        f"SELECT [{', '.join(f'regexp_matches(text, {test})' for test in tests)}], "
        f"[{', '.join(f'NOT regexp_matches(text, {test})' for test in others)}], "
        f"[{', '.join(f'regexp_matches(previous, {test})' for test in before)}] "
        "FROM (SELECT unnest($texts) AS text, unnest($befores) AS previous, generate_subscripts($texts, 1) AS number) "
        "ORDER BY number",
        {"texts": lines, "befores": ["", *lines[:-1]]},
    ).fetchall()
    section: str | None = None
    found: list[str | None] = []
    for line, spans, marks in zip(lines, _spans(connection, form, lines), hits, strict=True):
        open_ = [name for name, *all_ in zip(form.rules, *marks, strict=True) if all(all_)]
        heading = next((name for name in open_ if name.startswith("section ")), None)
        section = heading or section
        found.append(_rule(form, line, heading, open_, {section, *spans}))
    return found


def _spans(connection: duckdb.DuckDBPyConnection, form: Format, lines: list[str]) -> list[set[str]]:
    """The spans that each line is in, found one line after the other."""
    tests = [
        f"[regexp_matches(text, {literal(span.opens)}), regexp_matches(text, {literal(span.closes)})]"
        for span in form.spans.values()
    ]
    hits = connection.execute(
        f"SELECT [{', '.join(tests)}]::BOOLEAN[][] FROM "
        "(SELECT unnest($texts) AS text, generate_subscripts($texts, 1) AS number) ORDER BY number",
        {"texts": lines},
    ).fetchall()
    inside: set[str] = set()
    found = []
    for (marks,) in hits:
        found.append(set(inside))
        for name, (opens, closes) in zip(form.spans, marks, strict=True):
            if opens:
                inside.add(f"span `{name}`")
            elif closes:
                inside.discard(f"span `{name}`")
    return found


def _rule(form: Format, line: str, heading: str | None, open_: list[str], inside: set[str | None]) -> str | None:
    if line == "":
        return ""
    if heading:
        return heading
    for name in open_:
        rule = form.rules[name]
        assert isinstance(rule, Pattern)
        needed = {f"{kind} `{each}`" for kind, each in (("section", rule.section), ("span", rule.span)) if each}
        if needed <= inside:
            return name
    return None if line.strip(" \t") else ""
