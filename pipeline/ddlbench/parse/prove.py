"""Formats proved by their own samples: a format that they contradict is not used."""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

import duckdb

from ddlbench.database import literal
from ddlbench.errors import DdlbenchError, Problem, did_you_mean
from ddlbench.parse.compile import fragments, groups_of, in_parts, joined_parts, typed, valued
from ddlbench.parse.format import FOLDER, Format, Pattern, Section, display
from ddlbench.parse.guard import condition
from ddlbench.parse.initial import INITIALS
from ddlbench.parse.lines import lanes, placed

Columns = dict[str, dict[str, str]]
Fault = tuple[str, str]

PROVED: set[str] = set()
"""Keys of the formats that this process has proved."""


def prove(form: Format, columns: Columns | None = None, folder: Path = FOLDER) -> list[Problem]:
    """What the samples of a format say against it.

    With `columns`, the types of all tables, also whether the groups fit them and the computed columns can be computed.
    """
    path = display(folder / f"{form.name}.toml")
    try:
        faults = _fragment_faults(form) or _sample_faults(form) or _part_faults(form)
        if columns is not None and not faults:
            faults = _target_faults(form, columns) or _value_faults(form, columns)
    except duckdb.Error as error:
        return [Problem(path, 0, f"does not work as SQL: {_first_line(error)}")]
    return [Problem(path, 0, message, hint=hint) for message, hint in faults]


def prove_all(formats: Iterable[Format], columns: Columns | None = None) -> None:
    """Raise with everything that the samples of any format say against it."""
    problems = [problem for form in formats for problem in prove(form, columns)]
    if problems:
        raise DdlbenchError(problems)


def prove_once(form: Format) -> None:
    """Raise as `prove_all` does, unless nothing was found against the same format before.

    That is kept beside the bytecode of Python, and as that is: asking takes as long as a small log does.
    """
    key = hashlib.sha256(b"\0".join([form.source_hash.encode(), *_what_asks()])).hexdigest()
    kept = FOLDER / "__pycache__" / f"{form.name}.proved"
    with suppress(OSError):
        if key in PROVED or kept.read_text("utf-8") == key:
            return
    prove_all([form])
    PROVED.add(key)
    if not sys.dont_write_bytecode:
        with suppress(OSError):
            kept.parent.mkdir(exist_ok=True)
            kept.write_text(key, "utf-8")


@cache
def _what_asks() -> tuple[bytes, ...]:
    """What an answer depends on beside the format."""
    return duckdb.__version__.encode(), *(path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py")))


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0]


def _fragment_faults(form: Format) -> list[Fault]:
    """Every run of leading fragments must be an expression of its own: messages tell how far a line matched."""
    spans = [regex for span in form.spans.values() for regex in (span.opens, span.closes)]
    with suppress(duckdb.Error):
        _match([form.detect, *spans, *(regex for pattern in form.patterns.values() for regex in _asked(pattern))])
        return []
    faults = [] if _is_expression(form.detect) else [("`detect` is not a regular expression", "mend it")]
    faults += [
        (f"span `{name}`: {regex!r} is not a regular expression", "mend it")
        for name, span in form.spans.items()
        for regex in (span.opens, span.closes)
        if not _is_expression(regex)
    ]
    for name, pattern in form.patterns.items():
        for regex in _asked(pattern):
            try:
                _match([regex])
            except duckdb.Error as error:
                fault = f"pattern `{name}`: {regex!r} is not a regular expression: {_first_line(error)}"
                faults.append((fault, "mend it, or cut `regex` into other fragments"))
                break
    return faults


def _asked(pattern: Pattern) -> list[str]:
    return [*fragments(pattern), *([pattern.unless] if pattern.unless is not None else [])]


def _is_expression(regex: str) -> bool:
    try:
        _match([regex])
    except duckdb.Error:
        return False
    return True


def _match(expressions: list[str]) -> None:
    tests = ", ".join(f"regexp_matches('', {literal(regex)})" for regex in expressions)
    duckdb.execute(f"SELECT [{tests}]").fetchall()


def _sample_faults(form: Format) -> list[Fault]:
    """Each sample must be taken by its own pattern, with the section of that pattern open."""
    rules = form.rules
    samples = [(title, sample) for title, rule in rules.items() for sample in rule.samples]
    matched = duckdb.execute(
        f"SELECT [{', '.join(map(condition, rules.values()))}] FROM (SELECT *, {INITIALS} FROM {_values(samples)}) "
        "ORDER BY number"
    ).fetchall()
    faults = []
    for (title, text), (hits,) in zip(samples, matched, strict=True):
        faults += _faults_of_sample(rules, title, text, hits)
    return faults


def _values(samples: list[tuple[str, str]]) -> str:
    """The samples as a relation; a sample of two lines is a line with the one above it."""
    rows = ", ".join(
        f"({number}, {literal(text.rpartition(chr(10))[2])}, {literal(text.rpartition(chr(10))[0])})"
        for number, (_, text) in enumerate(samples)
    )
    return f"(VALUES {rows}) AS sample(number, text, previous)"


def _faults_of_sample(rules: dict[str, Pattern | Section], title: str, text: str, hits: list[bool]) -> list[Fault]:
    own = list(rules).index(title)
    if not hits[own]:
        return [(f"{title}: sample does not match: {text!r}", "change the sample or the regex")]
    rule = rules[title]
    if isinstance(rule, Section):
        return []
    for hit, (other, earlier) in zip(hits[:own], rules.items(), strict=False):
        if hit and isinstance(earlier, Pattern) and _holds_where(earlier, rule):
            return [(f"{title}: the earlier {other} takes the sample {text!r}", "reorder the patterns")]
    return []


def _holds_where(earlier: Pattern, rule: Pattern) -> bool:
    """Whether an earlier pattern is asked wherever a later one is."""
    return earlier.section in (None, rule.section) and earlier.span in (None, rule.span)


def _part_faults(form: Format) -> list[Fault]:
    """The parts of a lane's pattern must give what the whole gives."""
    faults = []
    for name in lanes(form):
        pattern = form.patterns[name]
        found = duckdb.execute(
            f"SELECT text FROM (SELECT text, whole, {joined_parts(pattern)} FROM ("
            f"SELECT text, {groups_of(pattern)} AS whole, {in_parts(pattern)} "
            f"FROM {_values([(name, each) for each in pattern.samples])})) WHERE whole IS DISTINCT FROM g"
        ).fetchall()
        hint = "let no fragment depend on those behind it"
        faults += [(f"pattern `{name}`: cut into parts it reads {text!r} otherwise", hint) for (text,) in found]
    return faults


def _target_faults(form: Format, columns: Columns) -> list[Fault]:
    """A table must be there, and a group must be a column of it or be used in a computation."""
    faults = []
    for name, pattern in form.patterns.items():
        fold = form.folds.get(pattern.fold or "")
        table = fold.table if fold else pattern.table
        if table is None:
            continue
        if table not in columns:
            faults.append((f"pattern `{name}`: there is no table `{table}`", did_you_mean(table, columns)))
            continue
        used = [*pattern.compute.values()]
        if fold:
            used += [fold.keep, *fold.above, *fold.compute.values(), form.query(pattern.fold or "") or ""]
        words = set(re.findall(r"\w+", " ".join(used)))
        faults += [
            (f"pattern `{name}`: `{group}` is no column of `{table}`", did_you_mean(group, columns[table]))
            for group in pattern.groups
            if group not in columns[table] and group not in words
        ]
    return faults


def _value_faults(form: Format, columns: Columns) -> list[Fault]:
    """The groups of each sample must fit their columns, and the computed columns must be computable."""
    connection = duckdb.connect()
    connection.execute("CREATE TABLE numbered_file AS SELECT 0 AS file_no, '' AS file, 0::HUGEINT AS counted_before")
    faults = []
    for name, pattern in form.patterns.items():
        table = form.folds[pattern.fold].table if pattern.fold else pattern.table
        if table is not None:
            faults += _value_faults_of(connection, form, name, columns[table])
    return faults


def _value_faults_of(
    connection: duckdb.DuckDBPyConnection, form: Format, name: str, columns: dict[str, str]
) -> list[Fault]:
    pattern = form.patterns[name]
    connection.execute(
        "CREATE OR REPLACE TABLE samples AS SELECT 0 AS file_no, number AS line_no, 0::HUGEINT AS counted, "
        f"0 AS last_start_no, {groups_of(pattern)} AS g FROM {_values([(name, each) for each in pattern.samples])}"
    )
    lines = f"({placed(form, 'samples', 'g')})"
    connection.execute(f"SELECT count(*) FROM ({typed(form, name, columns, lines)})").fetchall()
    tests = ", ".join(f"coalesce(bool_or(text.{group} <> '' AND {group} IS NULL), false)" for group in pattern.groups)
    values = valued(pattern, columns, "SELECT g, g AS text FROM samples")
    [misfits] = connection.execute(f"SELECT {tests or 'bool_or(false)'} FROM ({values})").fetchall()
    hint = "give the group another name where `compute` makes the column of it"
    return [
        (f"pattern `{name}`: group `{group}` of a sample is no {columns[group]}, the type of its column", hint)
        for group, misfit in zip(pattern.groups, misfits, strict=False)
        if misfit
    ]
