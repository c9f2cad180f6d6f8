"""A format compiled to DuckDB SQL.

The SQL works on one batch of files: a table `batch(file_no, file, content)`. Lines are numbered, given their
section, taken by the first open pattern, and counted into blocks by running aggregates without partitions, which
DuckDB streams: no sort, no join, whatever the size. Extraction then touches only the lines of one pattern.
"""

from __future__ import annotations

import re

from ddlbench.database import identifier, literal
from ddlbench.parse.format import Fold, Format, Pattern, Section

COMPILER_VERSION = 1
"""Raised when the same format gives other rows; parsed rows are kept under it."""

CODES = 1000
"""More than a format has patterns: a line number and a pattern share one integer."""

RUNNING = "OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)"
BLANK = 0

FIELD_BITS = 25
"""Bits of the counter of one block: a batch has fewer openings than they can count."""

LARGEST_SUM = 2**31 - 1

MOST_BLOCKS = 127 // FIELD_BITS

ESCAPE = re.compile(r"\\(?:(x\{[^}]*\}|x..|[pP]\{[^}]*\}|[pP].|[A-Za-z0-9])|.)", re.DOTALL)
"""An escape of a regular expression; its group is there unless it stands for the one character behind it."""


CLASS = re.compile(r"\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]", re.DOTALL)
REPEAT = re.compile(r"[?*]|\{\d+(?:,\d*)?\}")


def literals(regex: str) -> tuple[str, str]:
    """The literal text that a match begins with, and the longest that it contains behind it ("" if none)."""
    if "(?i)" in regex:
        return "", ""
    runs: list[str] = [""]
    depth, index = 0, 0
    while index < len(regex):
        kind, text, index = _token(regex, index)
        depth += {"open": 1, "close": -1}.get(kind, 0)
        if kind == "either" and depth == 0:
            return "", ""
        if kind == "optional":
            runs[-1] = runs[-1][:-1]
        if kind == "text" and depth == 0:
            runs[-1] += text
        elif kind != "anchor":
            runs.append("")
    return runs[0], max(runs[1:], key=len, default="")


def _token(regex: str, index: int) -> tuple[str, str, int]:
    """Kind and text of the token at an index, and where the next one begins."""
    character = regex[index]
    if character == "\\":
        escaped = ESCAPE.match(regex, index)
        assert escaped is not None
        return ("class" if escaped[1] else "text"), escaped[0][1:], escaped.end()
    if character == "[":
        found = CLASS.match(regex, index)
        return "class", "", found.end() if found else len(regex)
    repeated = REPEAT.match(regex, index)
    if repeated:
        return "optional", "", repeated.end()
    kinds = {"(": "open", ")": "close", "|": "either", "^": "anchor", "$": "anchor", ".": "class", "+": "repeat"}
    return kinds.get(character, "text"), character, index + 1


def condition(rule: Pattern | Section, loose: bool = False) -> str:
    """SQL that is true of a line which the rule matches; the cheap tests stand first.

    A loose condition has only these, where there are any: it is true of other lines too.
    """
    regex = rule.expression
    prefix, longest = literals(regex)
    tests = []
    if prefix:
        tests.append(f"starts_with(text, {literal(prefix)})")
    if longest:
        tests.append(f"contains(text, {literal(longest)})")
    if not loose or not tests:
        tests.append(f"regexp_matches(text, {literal(regex)})")
    if rule.previous is not None:
        tests.append(f"regexp_matches(previous, {literal(rule.previous)})")
    return "(" + " AND ".join(tests) + ")"


def is_bulk(pattern: Pattern) -> bool:
    """Whether lines of a pattern go straight into a table: its groups tell whether a line really matched."""
    return pattern.table is not None and pattern.each is None and bool(pattern.groups)


def classify(form: Format, strict: bool = False) -> list[str]:
    """Statements that make `classified(file_no, line_no, text, pattern, …)`, `numbered_file` and `folded`.

    Unless they are strict, a line of a bulk pattern is taken by its cheap tests: most lines are such lines, and
    extraction matches them anyway. Where it then finds one that does not match, the batch is classified anew, strictly.
    """
    numbers = [str(number) for number, each in enumerate(form.patterns.values(), start=1) if each.fold]
    folded = f"pattern IN ({', '.join(numbers)})" if numbers else "false"
    return [
        f"CREATE OR REPLACE TEMP TABLE classified AS\n{_classified(form, strict)}",
        "CREATE OR REPLACE TEMP TABLE numbered_file AS\n"
        "SELECT file_no, file, counted - opened AS counted_before FROM classified JOIN batch USING (file_no) "
        "WHERE line_no = 1",
        # The lines of folds are few and of many patterns: set apart, they are not looked for among all lines.
        "CREATE OR REPLACE TEMP TABLE folded AS\n"
        + placed(form, f"(SELECT * FROM classified WHERE {folded})", "pattern", "text"),
    ]


def _classified(form: Format, strict: bool) -> str:
    return f"""
WITH split AS (
    SELECT file_no, unnest(pieces) AS text, generate_subscripts(pieces, 1)::INTEGER AS line_no
    FROM (SELECT file_no, string_split(content, chr(10)) AS pieces FROM batch)
),
numbered AS (SELECT *, row_number() OVER () AS g{_previous(form)} FROM split),
headed AS (SELECT *, {_header(form)} AS header FROM numbered),
sectioned AS (SELECT *, {_section(form)} AS section FROM headed),
taken AS (SELECT *, {_taken(form, strict)} AS pattern FROM sectioned),
started AS (SELECT *, {_start_code(form)} AS start_code FROM taken),
followed AS (SELECT *, {_last_start(form)} AS last_start_no FROM started),
opening AS (SELECT *, {_opened(form)} AS opened FROM followed)
SELECT file_no, line_no, text, pattern, last_start_no, opened, sum(opened) {RUNNING} AS counted
FROM opening"""


def _previous(form: Format) -> str:
    if all(rule.previous is None for rule in form.rules.values()):
        return ""
    return ", CASE WHEN line_no = 1 THEN '' ELSE lag(text) OVER () END AS previous"


def _header(form: Format) -> str:
    tests = [
        f"WHEN {condition(section)} THEN {number}" for number, section in enumerate(form.sections.values(), start=1)
    ]
    return f"CASE {' '.join(tests)} ELSE 0 END" if tests else "0"


def _section(form: Format) -> str:
    if not form.sections:
        return "0"
    return f"(max(CASE WHEN line_no = 1 OR header > 0 THEN g * {CODES} + header END) {RUNNING}) % {CODES}"


def _taken(form: Format, strict: bool) -> str:
    """The number of the pattern that takes the line; NULL where none does."""
    order = list(form.sections)
    tests = [f"WHEN text = '' THEN {BLANK}"]
    if order:
        tests.append(f"WHEN header > 0 THEN header + {len(form.patterns)}")
    for number, pattern in enumerate(form.patterns.values(), start=1):
        open_ = f"section = {order.index(pattern.section) + 1} AND " if pattern.section else ""
        tests.append(f"WHEN {open_}{condition(pattern, not strict and is_bulk(pattern))} THEN {number}")
    return f"CASE {' '.join(tests)} WHEN trim(text, ' \t') = '' THEN {BLANK} END"


def _opened(form: Format) -> str:
    """SQL of the blocks that a line opens: a bit field a block within one integer, so that one sum counts them all."""
    tests = [
        f"WHEN {_opens(form, number)} THEN {_bits(form, rule.starts)}"
        for number, rule in enumerate(form.rules.values(), start=1)
        if rule.starts
    ]
    return f"(CASE {' '.join(tests)} ELSE 0 END)::HUGEINT" if tests else "0::HUGEINT"


def _bits(form: Format, blocks: list[str]) -> int:
    return sum(1 << (FIELD_BITS * form.blocks.index(block)) for block in {*blocks})


def _opens(form: Format, number: int) -> str:
    rule = list(form.rules.values())[number - 1]
    names = list(form.patterns)
    after = [str(names.index(name) + 1) for name in rule.unless_after] if isinstance(rule, Pattern) else []
    return f"pattern = {number}" + (f" AND last_start_no NOT IN ({', '.join(after)})" if after else "")


def _counted(form: Format, block: str) -> str:
    """SQL of how many times a block was opened from the start of the file to a line."""
    shift = FIELD_BITS * form.blocks.index(block)
    return f"(((counted - counted_before) >> {shift}) & {(1 << FIELD_BITS) - 1})::BIGINT"


def _start_code(form: Format) -> str:
    """The line and number of the last rule that opens blocks; "0" where nothing asks for it."""
    asked = any("last_start" in text for each in form.patterns.values() for text in each.compute.values())
    if not asked and not any(each.unless_after for each in form.patterns.values()):
        return "0"
    starters = [str(number) for number, rule in enumerate(form.rules.values(), start=1) if rule.starts]
    begun = f"CASE WHEN pattern IN ({', '.join(starters)}) THEN pattern ELSE 0 END"
    return f"max(CASE WHEN line_no = 1 OR {begun} > 0 THEN g * {CODES} + {begun} END) {RUNNING}"


def _last_start(form: Format) -> str:
    """The number of the last rule above a line, in its file, that opens blocks."""
    if _start_code(form) == "0":
        return "0"
    return f"CASE WHEN line_no = 1 THEN 0 ELSE lag(start_code) OVER () % {CODES} END::INTEGER"


def placed(form: Format, lines: str, *columns: str) -> str:
    """A SELECT of lines with some of their columns, and with their place: file, line, execution and blocks."""
    numbers = [f"{_counted(form, block)} AS nth_{block}" for block in form.blocks if block != "execution"]
    listed = [
        "file_no",
        "file",
        "line_no AS line",
        f"greatest({_counted(form, 'execution')}, 1)::INTEGER AS execution_no",
        *numbers,
        "last_start_no",
        *columns,
    ]
    return f"SELECT {', '.join(listed)} FROM {lines} JOIN numbered_file USING (file_no)"


def extract(form: Format, name: str, lines: str = "classified") -> str:
    """A SELECT of the lines of a pattern, with its groups as a struct `g` of texts in the place of `text`."""
    pattern = form.patterns[name]
    number = list(form.patterns).index(name) + 1
    text = f"unnest(regexp_extract_all(text, {literal(pattern.each)})) AS text" if pattern.each else "text"
    return (
        f"SELECT * EXCLUDE (text, pattern), {groups_of(pattern)} AS g "
        f"FROM (SELECT * EXCLUDE (text), {text} FROM {lines} WHERE pattern = {number})"
    )


def groups_of(pattern: Pattern) -> str:
    """SQL of the groups of a pattern in `text`."""
    names = "[" + ", ".join(map(literal, pattern.groups)) + "]"
    return f"regexp_extract(text, {literal(pattern.each or pattern.expression)}, {names})" if pattern.groups else "NULL"


def typed(form: Format, name: str, columns: dict[str, str], lines: str) -> str:
    """A SELECT of placed lines with the groups of a pattern as values of the types of `columns`, and the computed ones.

    `lost` is true of a line with a text that does not fit its column.
    """
    pattern = form.patterns[name]
    starts = f", [{', '.join(map(literal, form.patterns))}][last_start_no] AS last_start"
    asked = any("last_start" in sql for sql in pattern.compute.values())
    values = [
        f"TRY_CAST(NULLIF(g.{group}, '') AS {columns.get(group, 'VARCHAR')}) AS {group}" for group in pattern.groups
    ]
    inner = ", ".join(["* EXCLUDE (g, last_start_no)", f"{_any_lost(pattern, columns)} AS lost", *values])
    replaced = [f"({sql}) AS {column}" for column, sql in pattern.compute.items() if column in pattern.groups]
    added = "".join(f", ({sql}) AS {column}" for column, sql in pattern.compute.items() if column not in pattern.groups)
    star = f"* REPLACE ({', '.join(replaced)})" if replaced else "*"
    return f"SELECT {star}{added} FROM (SELECT {inner}{starts if asked else ''} FROM {lines})"


def lost(group: str, columns: dict[str, str]) -> str:
    """SQL that is true where the text of a group does not fit the column of its name."""
    kind = columns.get(group, "VARCHAR")
    return f"(g.{group} <> '' AND TRY_CAST(g.{group} AS {kind}) IS NULL)" if kind != "VARCHAR" else "false"


def _any_lost(pattern: Pattern, columns: dict[str, str]) -> str:
    return f"({' OR '.join(lost(group, columns) for group in pattern.groups) or 'false'})"


def fragments(pattern: Pattern) -> list[str]:
    """The leading fragments of a pattern as expressions, the longest run first."""
    return [
        "^" + "".join(pattern.regex[:count]).removeprefix("^").removesuffix("$")
        for count in range(len(pattern.regex), 0, -1)
    ]


def insert(table: str, columns: dict[str, str], available: list[str], rows: str) -> str:
    """The INSERT of the rows' columns that the table has; a value beyond its column becomes NULL."""
    chosen = [column for column in columns if column in available]
    listed = ", ".join(identifier(column) for column in chosen)
    values = ", ".join(f"TRY_CAST({identifier(column)} AS {columns[column]})" for column in chosen)
    return f"INSERT INTO {identifier(table)} ({listed}) SELECT {values} FROM ({rows})"


def line_columns(pattern: Pattern) -> list[str]:
    """Names of the columns that a pattern's typed rows have."""
    return list(dict.fromkeys(["file", "line", "execution_no", *pattern.groups, *pattern.compute]))


def fold_lines(form: Format, fold: str, present: list[str], columns: dict[str, str]) -> str:
    """A SELECT of the typed lines of all patterns that name a fold, one under the other."""
    lines = [
        typed(form, name, columns, f"({extract(form, name, 'folded')})")
        for name in present
        if form.patterns[name].fold == fold
    ]
    return " UNION ALL BY NAME ".join([_no_line(form, fold, columns), *lines])


def _no_line(form: Format, fold: str, columns: dict[str, str]) -> str:
    """No row, but all columns that lines of a fold can have, with their types."""
    engine = {"file_no": "INTEGER", "file": "VARCHAR", "line": "INTEGER", "execution_no": "INTEGER", "lost": "BOOLEAN"}
    counts = {f"nth_{block}": "BIGINT" for block in form.blocks if block != "execution"}
    values = {column: columns.get(column, "VARCHAR") for column in fold_columns(form, fold)}
    listed = ", ".join(f"NULL::{kind} AS {name}" for name, kind in {**engine, **counts, **values}.items())
    return f"SELECT {listed} WHERE false"


def fold_columns(form: Format, fold: str) -> list[str]:
    """Names of the groups and computed columns of all patterns of a fold."""
    patterns = [each for each in form.patterns.values() if each.fold == fold]
    return list(dict.fromkeys(column for each in patterns for column in [*each.groups, *each.compute]))


def fold_rows(form: Format, name: str) -> tuple[str, list[str]]:
    """A SELECT that folds `fold_line` into rows, and the columns it has.

    Its column `twice` tells the line of a second value for a column that keeps but one, `beyond` that of a row with
    a sum that no column holds.
    """
    fold = form.folds[name]
    values = fold_columns(form, name)
    grouped = [_folded(fold, column) for column in values]
    beyond = " OR ".join(f"sum({column}) > {LARGEST_SUM}" for column in fold.sum) or "false"
    grouped.append(f"CASE WHEN {beyond} THEN min(line) END AS beyond")
    computed = [f"({sql}) AS {column}" for column, sql in fold.compute.items()]
    number = f"row_number() OVER (PARTITION BY file_no, execution_no ORDER BY line)::INTEGER AS {fold.number}"
    group = "execution_no" if fold.block == "execution" else f"execution_no, nth_{fold.block}"
    rows = (
        f"SELECT file_no, file, min(line) AS line, {group}, {', '.join(grouped)}, {_twice(form, name)} AS twice "
        f"FROM fold_line GROUP BY file_no, file, {group}"
    )
    replaced = [column for column in fold.compute if column in values]
    star = "*" + (f" EXCLUDE ({', '.join(replaced)})" if replaced else "")
    sql = f"SELECT {', '.join([star, *computed])} FROM ({rows})"
    names = ["file", "line", "execution_no", *values, *fold.compute, *([fold.number] if fold.number else [])]
    numbered = f"*, {number}" if fold.number else "*"
    return f"SELECT {numbered} FROM ({sql}) WHERE {fold.keep}", list(dict.fromkeys(names))


def _folded(fold: Fold, column: str) -> str:
    if column in fold.join:
        return f"string_agg({column}, {literal(fold.join[column])} ORDER BY line) AS {column}"
    if column in fold.sum:
        return f"sum({column}) AS {column}"
    return f"arg_min({column}, line) AS {column}"


def _twice(form: Format, name: str) -> str:
    fold = form.folds[name]
    groups = {group for each in form.patterns.values() if each.fold == name for group in each.groups}
    tests = [f"count({column}) > 1" for column in sorted(groups - {*fold.join, *fold.sum})]
    return f"CASE WHEN {' OR '.join(tests)} THEN max(line) END" if tests else "NULL::INTEGER"
