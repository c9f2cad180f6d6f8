"""A format compiled to DuckDB SQL.

The SQL works on one batch of files: a table `batch(file_no, file, content)`. Lines are numbered, given their
section, taken by the first open pattern, and counted into blocks by running aggregates without partitions, which
DuckDB streams: no sort, no join, whatever the size. Extraction then touches only the lines of one pattern.
"""

from __future__ import annotations

from dataclasses import dataclass

from ddlbench.database import identifier, literal
from ddlbench.parse.format import Fold, Format, Pattern, Section

COMPILER_VERSION = 1
"""Raised when the same format gives other rows; parsed rows are kept under it."""

CODES = 1000
"""More than a format has patterns: a line number and a pattern share one integer."""

RUNNING = "OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)"
BLANK = 0


@dataclass(frozen=True)
class Extraction:
    """How the lines of one pattern become text: `extracted(file_no, line_no, g, …)`; `typed` reads it."""

    pattern: str
    extract: str
    untypable: str
    typed: str


def literals(regex: str) -> tuple[str, str]:
    """The literal text that a match must begin with, and the longest one that it must contain ("" if none)."""
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
    return runs[0], max(runs, key=len)


def _token(regex: str, index: int) -> tuple[str, str, int]:
    """Kind and text of the token at an index, and where the next one begins."""
    character = regex[index]
    if character == "\\":
        escaped = regex[index + 1]
        return ("class" if escaped.isalnum() else "text"), escaped, index + 2
    if character == "[":
        end = index + 2
        while regex[end] != "]":
            end += 2 if regex[end] == "\\" else 1
        return "class", "", end + 1
    if character in "?*{":
        end = regex.index("}", index) + 1 if character == "{" else index + 1
        return "optional", "", end
    kinds = {"(": "open", ")": "close", "|": "either", "^": "anchor", "$": "anchor", ".": "class", "+": "repeat"}
    return kinds.get(character, "text"), character, index + 1


def condition(rule: Pattern | Section) -> str:
    """SQL that is true of a line which the rule matches; the cheap tests stand first."""
    regex = rule.expression if isinstance(rule, Pattern) else rule.header
    prefix, longest = literals(regex)
    tests = []
    if prefix:
        tests.append(f"starts_with(text, {literal(prefix)})")
    if longest and longest != prefix:
        tests.append(f"contains(text, {literal(longest)})")
    tests.append(f"regexp_matches(text, {literal(regex)})")
    if rule.previous is not None:
        tests.append(f"regexp_matches(previous, {literal(rule.previous)})")
    return "(" + " AND ".join(tests) + ")"


def classify(form: Format) -> list[str]:
    """Statements that make `classified(file_no, line_no, text, pattern, n_BLOCK…)` and `numbered_file` of a batch."""
    bases = "".join(f", n_{block} - {_flag(form, block)} AS base_{block}" for block in form.blocks)
    return [
        f"CREATE OR REPLACE TEMP TABLE classified AS\n{_classified(form)}",
        "CREATE OR REPLACE TEMP TABLE numbered_file AS\n"
        f"SELECT file_no, file{bases} FROM classified JOIN batch USING (file_no) WHERE line_no = 1",
    ]


def _classified(form: Format) -> str:
    if len(form.rules) >= CODES:
        raise ValueError(f"format {form.name} has too many patterns")
    counts = ", ".join(
        f"count(CASE WHEN {_flag(form, block)} = 1 THEN 1 END) {RUNNING} AS n_{block}" for block in form.blocks
    )
    return f"""
WITH split AS (
    SELECT file_no, unnest(pieces) AS text, generate_subscripts(pieces, 1)::INTEGER AS line_no
    FROM (SELECT file_no, string_split(content, chr(10)) AS pieces FROM batch)
),
numbered AS (SELECT *, row_number() OVER () AS g{_previous(form)} FROM split),
headed AS (SELECT *, {_header(form)} AS header FROM numbered),
sectioned AS (SELECT *, {_section(form)} AS section FROM headed),
taken AS (SELECT *, {_taken(form)} AS pattern FROM sectioned),
started AS (SELECT *, {_start_code(form)} AS start_code FROM taken),
followed AS (SELECT *, {_last_start(form)} AS last_start_no FROM started)
SELECT file_no, line_no, text, pattern, last_start_no, {counts}
FROM followed"""


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


def _taken(form: Format) -> str:
    """The number of the pattern that takes the line; NULL where none does."""
    order = list(form.sections)
    tests = [f"WHEN text = '' THEN {BLANK}"]
    if order:
        tests.append(f"WHEN header > 0 THEN header + {len(form.patterns)}")
    for number, pattern in enumerate(form.patterns.values(), start=1):
        open_ = f"section = {order.index(pattern.section) + 1} AND " if pattern.section else ""
        tests.append(f"WHEN {open_}{condition(pattern)} THEN {number}")
    return f"CASE {' '.join(tests)} WHEN trim(text, ' \t') = '' THEN {BLANK} END"


def _starters(form: Format, blocks: set[str]) -> dict[int, list[str]]:
    """Numbers of the rules that open one of some blocks, each with the patterns after which it does not."""
    return {
        number: getattr(rule, "unless_after", [])
        for number, rule in enumerate(form.rules.values(), start=1)
        if blocks & {*rule.starts}
    }


def _flag(form: Format, block: str) -> str:
    """SQL that is 1 of a line which opens a block; an execution opens all of them."""
    starters = _starters(form, {block, "execution"})
    free = [str(number) for number, after in starters.items() if not after]
    tests = [f"pattern IN ({', '.join(free)})"] if free else []
    names = list(form.patterns)
    for number, after in starters.items():
        if after:
            numbers = ", ".join(str(names.index(name) + 1) for name in after)
            tests.append(f"(pattern = {number} AND last_start_no NOT IN ({numbers}))")
    return f"(CASE WHEN {' OR '.join(tests)} THEN 1 ELSE 0 END)" if tests else "0"


def _start_code(form: Format) -> str:
    """The line and number of the last rule that opens blocks; "0" where nothing asks for it."""
    asked = any("last_start" in text for each in form.patterns.values() for text in each.compute.values())
    if not asked and not any(each.unless_after for each in form.patterns.values()):
        return "0"
    begun = f"CASE WHEN pattern IN ({', '.join(map(str, _starters(form, {*form.blocks})))}) THEN pattern ELSE 0 END"
    return f"max(CASE WHEN line_no = 1 OR {begun} > 0 THEN g * {CODES} + {begun} END) {RUNNING}"


def _last_start(form: Format) -> str:
    """The number of the last rule above a line, in its file, that opens blocks."""
    if _start_code(form) == "0":
        return "0"
    return f"CASE WHEN line_no = 1 THEN 0 ELSE lag(start_code) OVER () % {CODES} END::INTEGER"


def extraction(form: Format, name: str, columns: dict[str, str]) -> Extraction:
    """How the lines of a pattern are read, with `columns` the types of its target table."""
    pattern = form.patterns[name]
    number = list(form.patterns).index(name) + 1
    groups = pattern.groups
    names = "[" + ", ".join(map(literal, groups)) + "]"
    regex = pattern.each or pattern.expression
    found = f"regexp_extract(text, {literal(regex)}, {names})" if groups else "NULL"
    text = f"unnest(regexp_extract_all(text, {literal(pattern.each)})) AS text" if pattern.each else "text"
    blocks = ", ".join(f"n_{block}" for block in form.blocks)
    extract = (
        f"CREATE OR REPLACE TEMP TABLE extracted AS SELECT file_no, line_no, {blocks}, last_start_no, {found} AS g "
        f"FROM (SELECT * EXCLUDE (text), {text} FROM classified WHERE pattern = {number})"
    )
    lost = [
        f"(g.{group} <> '' AND TRY_CAST(g.{group} AS {columns[group]}) IS NULL)"
        for group in groups
        if columns.get(group, "VARCHAR") != "VARCHAR" and group not in pattern.compute
    ]
    untypable = (
        f"SELECT file_no, line_no FROM extracted WHERE {' OR '.join(lost)}" if lost else "SELECT 0, 0 WHERE false"
    )
    return Extraction(name, extract, untypable, _typed(form, pattern, columns))


def _typed(form: Format, pattern: Pattern, columns: dict[str, str]) -> str:
    """A SELECT of one row a line: engine columns, then the typed groups, with computed columns in their place."""
    numbering = [f"n_{block} - base_{block} AS nth_{block}" for block in form.blocks if block != "execution"]
    if any("last_start" in sql for sql in pattern.compute.values()):
        numbering.append(f"[{', '.join(map(literal, form.patterns))}][last_start_no] AS last_start")
    groups = [
        f"TRY_CAST(NULLIF(g.{group}, '') AS {columns.get(group, 'VARCHAR')}) AS {group}" for group in pattern.groups
    ]
    inner = ", ".join(
        [
            "file_no",
            "file",
            "line_no AS line",
            "greatest(n_execution - base_execution, 1)::INTEGER AS execution_no",
            *numbering,
            *groups,
        ]
    )
    replaced = [f"({sql}) AS {column}" for column, sql in pattern.compute.items() if column in pattern.groups]
    added = "".join(f", ({sql}) AS {column}" for column, sql in pattern.compute.items() if column not in pattern.groups)
    star = f"* REPLACE ({', '.join(replaced)})" if replaced else "*"
    return f"SELECT {star}{added} FROM (SELECT {inner} FROM extracted JOIN numbered_file USING (file_no))"


def insert(table: str, columns: dict[str, str], available: list[str], rows: str) -> str:
    """The INSERT of the rows' columns that the table has."""
    chosen = [column for column in columns if column in available]
    listed = ", ".join(identifier(column) for column in chosen)
    return f"INSERT INTO {identifier(table)} ({listed}) SELECT {listed} FROM ({rows})"


def line_columns(pattern: Pattern) -> list[str]:
    """Names of the columns that a pattern's typed rows have."""
    return list(dict.fromkeys(["file", "line", "execution_no", *pattern.groups, *pattern.compute]))


def fold_rows(fold: Fold, form: Format, patterns: dict[str, Pattern]) -> tuple[str, list[str]]:
    """A SELECT that folds `fold_line` (the union of the typed lines) into rows, and the columns it has."""
    values = list(dict.fromkeys(c for each in patterns.values() for c in [*each.groups, *each.compute]))
    grouped = [_folded(fold, column) for column in values]
    computed = ", ".join(f"({sql}) AS {column}" for column, sql in fold.compute.items())
    replaced = [column for column in fold.compute if column in values]
    number = (
        f", row_number() OVER (PARTITION BY file_no, execution_no ORDER BY line)::INTEGER AS {fold.number}"
        if fold.number
        else ""
    )
    group = "execution_no" if fold.block == "execution" else f"execution_no, nth_{fold.block}"
    rows = (
        f"SELECT file_no, file, min(line) AS line, {group}, {', '.join(grouped)} FROM fold_line "
        f"GROUP BY file_no, file, {group}"
    )
    outer = "*" + (f" EXCLUDE ({', '.join(replaced)})" if replaced else "")
    sql = f"SELECT {outer}{', ' + computed if computed else ''} FROM ({rows})"
    names = ["file", "line", "execution_no", *values, *fold.compute, *([fold.number] if fold.number else [])]
    return f"SELECT *{number} FROM ({sql}) WHERE {fold.keep}", list(dict.fromkeys(names))


def _folded(fold: Fold, column: str) -> str:
    if column in fold.join:
        return f"string_agg({column}, {literal(fold.join[column])} ORDER BY line) AS {column}"
    if column in fold.sum:
        return f"sum({column}) AS {column}"
    return f"arg_min({column}, line) AS {column}"


def filled_twice(fold: Fold, patterns: dict[str, Pattern]) -> str:
    """A SELECT of lines that give a column of a folded row which an earlier line of the block gave already."""
    group = "execution_no" if fold.block == "execution" else f"execution_no, nth_{fold.block}"
    singles = {c for each in patterns.values() for c in [*each.groups]} - {*fold.join, *fold.sum}
    tests = [
        f"SELECT file_no, max(line) AS line_no, {literal(column)} AS column_name FROM fold_line "
        f"GROUP BY file_no, {group} HAVING count({column}) > 1"
        for column in sorted(singles)
    ]
    return " UNION ALL ".join(tests) if tests else "SELECT 0, 0, '' WHERE false"
