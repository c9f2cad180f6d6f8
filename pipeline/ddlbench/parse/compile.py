"""What a format does with the lines that its rules took, compiled to DuckDB SQL: values, rows, folds."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ddlbench.database import identifier, literal
from ddlbench.parse.format import GROUP, Fold, Format, Pattern, whole_line
from ddlbench.parse.guard import is_one_group

COMPILER_VERSION = 8
"""Raised when the same format gives other rows; parsed rows are kept under it."""

MOST_GROUPS = 4
"""Groups of one expression: with more, RE2 leaves its one-pass matcher and takes several times as long."""

LARGEST_SUM = 2**31 - 1


def extract(form: Format, name: str) -> str:
    """A SELECT of the `placed` lines of a pattern, with its groups as a struct `g` of texts in the place of `text`."""
    pattern = form.patterns[name]
    number = list(form.patterns).index(name) + 1
    lines = f"SELECT * FROM placed WHERE pattern = {number}"
    if pattern.each:
        lines = f"SELECT * REPLACE (unnest(regexp_extract_all(text, {literal(pattern.each)})) AS text) FROM ({lines})"
    return f"SELECT * EXCLUDE (text, pattern, speaker), {groups_of(pattern)} AS g FROM ({lines})"


def lane(form: Format, name: str, columns: dict[str, str]) -> str:
    """A SELECT of the lines of a lane with their values; `unmatched` is true of one that its pattern does not match."""
    pattern = form.patterns[name]
    number = list(form.patterns).index(name) + 1
    lines = f"SELECT speaker, speaks, line_no AS line, {in_parts(pattern)} FROM line WHERE lane = {number}"
    return valued(pattern, columns, f"SELECT speaker, speaks, line, {joined_parts(pattern)} FROM ({lines})")


def parts(pattern: Pattern) -> list[tuple[str, list[str]]]:
    """Expressions of at most `MOST_GROUPS` groups where fragments allow it, with the names of their groups.

    Each ends behind the fragments of its groups; the last one is that of the whole line, and tells whether it matches.
    What a fragment of a lane takes must thus not depend on those behind it; `prove` looks at the samples.
    """
    found = []
    first = 0
    for last in range(1, len(pattern.regex) + 1):
        ahead = GROUP.findall("".join(pattern.regex[first : last + 1]))
        if last == len(pattern.regex) or len(ahead) > MOST_GROUPS:
            before, own = "".join(pattern.regex[:first]), "".join(pattern.regex[first:last])
            expression = "^" + (GROUP.sub("(?:", before) + own).removeprefix("^")
            found.append((whole_line([expression]) if last == len(pattern.regex) else expression, GROUP.findall(own)))
            first = last
    return found


def in_parts(pattern: Pattern) -> str:
    """SQL of the groups of a pattern in `text`, as a struct a part: `g1`, `g2` and so on."""
    return ", ".join(
        f"regexp_extract(text, {literal(expression)}, [{', '.join(map(literal, groups))}]) AS g{number}"
        for number, (expression, groups) in enumerate(parts(pattern), start=1)
    )


def joined_parts(pattern: Pattern) -> str:
    """SQL of the structs of the parts as one struct `g`; `unmatched` is true where the whole line does not match."""
    listed = parts(pattern)
    values = [f"{group}: g{number}.{group}" for number, (_, groups) in enumerate(listed, start=1) for group in groups]
    unmatched = " AND ".join(f"g{len(listed)}.{group} = ''" for group in listed[-1][1])
    return f"{{{', '.join(values)}}} AS g, {unmatched} AS unmatched"


def lane_rows(form: Format, name: str, rows: str) -> str:
    """A SELECT of the values of a lane, with the places of the lines that speak for them, and the computed columns."""
    number = list(form.patterns).index(name) + 1
    # Behind the first line of a run, the line above is one of the run.
    above = f"CASE WHEN speaks THEN last_start_no ELSE {number} END" if form.patterns[name].starts else "last_start_no"
    places = "(SELECT * EXCLUDE (line, pattern, text) FROM placed)"
    joined = f"SELECT * EXCLUDE (speaker, speaks) REPLACE ({above} AS last_start_no) FROM {rows} JOIN {places}"
    return computed(form, name, f"{joined} USING (speaker)")


def groups_of(pattern: Pattern) -> str:
    """SQL of the groups of a pattern in `text`; a group that is the whole line needs no expression."""
    if len(pattern.groups) == 1 and is_one_group(pattern.each or pattern.expression):
        return f"{{{literal(pattern.groups[0])}: text}}"
    names = "[" + ", ".join(map(literal, pattern.groups)) + "]"
    return f"regexp_extract(text, {literal(pattern.each or pattern.expression)}, {names})" if pattern.groups else "NULL"


def typed(form: Format, name: str, columns: dict[str, str], lines: str) -> str:
    """A SELECT of placed lines with the groups of a pattern as values, and the computed columns."""
    return computed(form, name, valued(form.patterns[name], columns, lines))


def valued(pattern: Pattern, columns: dict[str, str], lines: str) -> str:
    """A SELECT of lines with the groups of a pattern as values of the types of `columns` in the place of `g`.

    `lost` is true of a line with a text that does not fit its column.
    """
    if not pattern.groups:
        return f"SELECT * EXCLUDE (g), false AS lost FROM ({lines})"
    # First the values, then what is asked of them: within OR, DuckDB would compute them anew.
    values = ", ".join(f"{group}: {_value(group, columns)}" for group in pattern.groups)
    lost = " OR ".join(f"(v.{group} IS NULL AND g.{group} <> '')" for group in pattern.groups)
    listed = ", ".join(f"v.{group} AS {group}" for group in pattern.groups)
    return f"SELECT * EXCLUDE (g, v), {lost} AS lost, {listed} FROM (SELECT *, {{{values}}} AS v FROM ({lines}))"


def _value(group: str, columns: dict[str, str]) -> str:
    kind = columns.get(group, "VARCHAR")
    return f"NULLIF(g.{group}, '')" if kind == "VARCHAR" else f"TRY_CAST(g.{group} AS {kind})"


def computed(form: Format, name: str, rows: str) -> str:
    """A SELECT of rows with the computed columns of a pattern."""
    compute = form.patterns[name].compute
    if not compute:
        return f"SELECT * EXCLUDE (last_start_no) FROM ({rows})"
    asked = any("last_start" in sql for sql in compute.values())
    starts = f", [{', '.join(map(literal, form.patterns))}][last_start_no] AS last_start" if asked else ""
    groups = form.patterns[name].groups
    replaced = [f"({sql}) AS {column}" for column, sql in compute.items() if column in groups]
    added = "".join(f", ({sql}) AS {column}" for column, sql in compute.items() if column not in groups)
    star = f"* REPLACE ({', '.join(replaced)})" if replaced else "*"
    return f"SELECT {star}{added} FROM (SELECT * EXCLUDE (last_start_no){starts} FROM ({rows}))"


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
    """A SELECT of the typed lines of all patterns that name a fold, one under the other, with the number of the file.

    `given` has a bit for each column that a row keeps but once and the line has a value for.
    """
    lines = [
        f"SELECT *, {_given(form, name)} AS given FROM ({typed(form, name, columns, f'({extract(form, name)})')})"
        for name in present
        if form.patterns[name].fold == fold
    ]
    return f"SELECT * EXCLUDE (file) FROM ({' UNION ALL BY NAME '.join([_no_line(form, fold, columns), *lines])})"


def with_file(rows: str) -> str:
    """A SELECT of rows with the name of their file."""
    return f"SELECT * FROM ({rows}) JOIN (SELECT file_no, file FROM numbered_file) USING (file_no)"


def _no_line(form: Format, fold: str, columns: dict[str, str]) -> str:
    """No row, but all columns that lines of a fold can have, with their types."""
    engine = {"file_no": "INTEGER", "file": "VARCHAR", "line": "INTEGER", "execution_no": "INTEGER", "lost": "BOOLEAN"}
    engine["given"] = "BIGINT"
    counts = {f"nth_{block}": "BIGINT" for block in form.blocks if block != "execution"}
    values = {column: columns.get(column, "VARCHAR") for column in fold_columns(form, fold)}
    listed = ", ".join(f"NULL::{kind} AS {name}" for name, kind in {**engine, **counts, **values}.items())
    return f"SELECT {listed} WHERE false"


def fold_columns(form: Format, fold: str, present: Iterable[str] | None = None) -> list[str]:
    """Names of the groups and computed columns of the patterns of a fold, of all or of those that are present."""
    names = form.patterns if present is None else present
    patterns = [each for each in map(form.patterns.__getitem__, names) if each.fold == fold]
    return list(dict.fromkeys(column for each in patterns for column in [*each.groups, *each.compute]))


def fold_rows(
    form: Format, name: str, lines: str, columns: dict[str, str], present: list[str], *, exact: bool
) -> tuple[str, list[str]]:
    """A SELECT that folds the typed lines of a fold into rows of a table of `columns`, and the columns it has.

    Only patterns that are `present` have given the lines values. Unless `exact`, which costs twice as much, rows are
    right where none is `lost` or has a value `twice`, and what is `lost` is kept in any case.
    Where lines are grouped, `twice` tells the line of a second value for a column that keeps but one, `beyond` that of
    a row with a sum that no column holds. `lost` is true of a row if it is of one of its lines.
    """
    fold = form.folds[name]
    values = fold_columns(form, name)
    number = f"row_number() OVER (PARTITION BY file_no, execution_no ORDER BY line)::INTEGER AS {fold.number}"
    group = "execution_no" if fold.block == "execution" else f"execution_no, nth_{fold.block}"
    if one_line_each(form, name):
        asked = {*columns, *_words_of_folds(form)}
        values = [column for column in values if column in asked]
        rows = f"SELECT {', '.join(['file_no', 'line', group, 'lost', *values])} FROM {lines}"
    else:
        beyond = " OR ".join(f"sum({column}) > {LARGEST_SUM}" for column in fold.sum) or "false"
        given = set(fold_columns(form, name, present))
        again = " OR ".join(["sum(given) <> bit_or(given)", *_below(form, name, given)])
        twice = f"CASE WHEN {again} THEN max(line) END AS twice"
        marks = f"bool_or(lost) AS lost, {twice}, CASE WHEN {beyond} THEN min(line) END AS beyond"
        kinds = {column: columns.get(column, "VARCHAR") for column in values}
        folded = [_folded(fold, each, exact) if each in given else f"NULL::{kinds[each]} AS {each}" for each in values]
        folded = [marks, *folded]
        rows = f"SELECT file_no, min(line) AS line, {group}, {', '.join(folded)} FROM {lines} GROUP BY file_no, {group}"
    replaced = [column for column in fold.compute if column in values]
    computed = [f"({sql}) AS {column}" for column, sql in fold.compute.items()]
    star = "*" + (f" EXCLUDE ({', '.join(replaced)})" if replaced else "")
    sql = f"SELECT {', '.join([star, *computed])} FROM ({rows})"
    names = ["file", "line", "execution_no", *values, *fold.compute, *([fold.number] if fold.number else [])]
    numbered = f"*, {number}" if fold.number else "*"
    keep = fold.keep if exact else f"({fold.keep}) OR lost"
    return f"SELECT {numbered} FROM ({sql}) WHERE {keep}", list(dict.fromkeys(names))


def one_line_each(form: Format, name: str) -> bool:
    """Whether each line of a fold opens a block, and all are kept: there is nothing to group."""
    fold = form.folds[name]
    patterns = [each for each in form.patterns.values() if each.fold == name]
    each_opens = all(fold.block in each.starts and not each.unless_after for each in patterns)
    return each_opens and not fold.sum and fold.keep == "true"


def _words_of_folds(form: Format) -> set[str]:
    """What the SQL of the folds of a format mentions: of what the lines gave, they need no more."""
    texts = [sql for each in form.folds.values() for sql in each.compute.values()]
    return set(re.findall(r"\w+", " ".join([*texts, *(form.query(name) or "" for name in form.folds)])))


def _folded(fold: Fold, column: str, exact: bool) -> str:
    if column in fold.join:
        # Without the filter every line is sorted, those without a text too.
        texts = f"string_agg({column}, {literal(fold.join[column])} ORDER BY line)"
        return f"{texts} FILTER ({column} IS NOT NULL) AS {column}"
    if column in fold.sum:
        return f"sum({column}) AS {column}"
    return f"{f'arg_min({column}, line)' if exact else f'max({column})'} AS {column}"


def single_columns(form: Format, name: str) -> list[str]:
    """Names of the groups of a fold of which a row keeps but one value."""
    fold = form.folds[name]
    groups = {group for each in form.patterns.values() if each.fold == name for group in each.groups}
    return sorted(groups - {*fold.join, *fold.sum})


def _barred(form: Format, name: str) -> dict[str, int]:
    """The columns of `above` of a fold, each with the bits of those that stand below it."""
    bits = {column: 1 << bit for bit, column in enumerate(single_columns(form, name))}
    return {column: sum(bits[each] for each in below) for column, below in form.folds[name].above.items()}


def _below(form: Format, name: str, present: set[str]) -> list[str]:
    """SQL of whether a row has a column of `above` below one that it stands above."""
    return [
        f"max(line) FILTER ({column} IS NOT NULL) > min(line) FILTER (given & {bits} <> 0)"
        for column, bits in _barred(form, name).items()
        if column in present
    ]


def _given(form: Format, pattern: str) -> str:
    """SQL of the bits of the columns that a row of a fold keeps but once, of those that a line of a pattern gives."""
    each = form.patterns[pattern]
    own = {*each.groups, *each.compute}
    return _bits([column if column in own else "" for column in single_columns(form, each.fold or "")])


def _bits(columns: list[str]) -> str:
    """SQL of an integer with the bit of each column that has a value; "" is none."""
    bits = [f"CASE WHEN {column} IS NULL THEN 0 ELSE {1 << bit} END" for bit, column in enumerate(columns) if column]
    return f"({' + '.join(bits) or '0'})::BIGINT"


def anew_lines(form: Format, name: str) -> str:
    """A SELECT of the lines of `fold_line` in their order, with what tells where another execution begins.

    `opens` is true of the first line of a block, `goes_on` of one whose execution can have more of them, `given` has a
    bit for each column that a row keeps but once, `joined` for each of the others, `barred` for those of `given` that
    stand below what the line has, and `once` is what of the others may stand in a row but once.
    """
    fold = form.folds[name]
    group = "file_no, execution_no" + ("" if fold.block == "execution" else f", nth_{fold.block}")
    opens = f"line = min(line) OVER (PARTITION BY {group})"
    joined = _bits([each for each in [*fold.join, *fold.sum] if each not in fold.above])
    bars = [f"CASE WHEN {column} IS NULL THEN 0 ELSE {bits} END" for column, bits in _barred(form, name).items()]
    return (
        f"SELECT file_no, line, execution_no, {opens} AS opens, coalesce(({fold.goes_on}), false) AS goes_on, "
        f"given, {joined} AS joined, ({' + '.join(bars) or '0'})::BIGINT AS barred, "
        f"concat_ws(' ', NULL, {', '.join(fold.once)}) AS once FROM fold_line ORDER BY file_no, line"
    )
