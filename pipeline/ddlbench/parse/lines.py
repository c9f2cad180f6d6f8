"""The lines of a batch: split, given their section, taken by a rule, counted into blocks.

The SQL works on one batch of files: a table `batch(file_no, file, content)`. Everything is a running aggregate without
partitions, which DuckDB streams: no sort, no join, whatever the size. Most lines of a large log are of one or two
kinds, its lanes: they are set apart first, by cheap tests, and only the others and the first line of each run of a
lane are looked at closely.
"""

from __future__ import annotations

from itertools import islice

from ddlbench.database import literal
from ddlbench.parse.format import Format
from ddlbench.parse.guard import condition, condition_of, guards, in_turn, matches
from ddlbench.parse.initial import INITIALS

CODES = 1000
"""More than a format has patterns: a line number and a pattern share one integer."""

RUNNING = "OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)"
BLANK = 0

FIELD_BITS = 25
"""Bits of the counter of one block: a batch has fewer openings than they can count."""

MOST_BLOCKS = 127 // FIELD_BITS

WITH_BELOW = "text || chr(10) || coalesce(CASE WHEN lead(file_no) OVER () = file_no THEN lead(text) OVER () END, '')"
"""SQL of a line of a batch with the line below."""

SPLIT = """
SELECT file_no, unnest(pieces) AS text, generate_subscripts(pieces, 1)::INTEGER AS line_no
FROM (SELECT file_no, string_split(content, chr(10)) AS pieces FROM batch)"""


def lanes(form: Format) -> list[str]:
    """The patterns whose lines are set apart: the first ones of the format, while nothing but their order matters."""
    found = []
    for name, pattern in form.patterns.items():
        plain = pattern.table and pattern.groups and pattern.by_text_alone and not (pattern.each or pattern.unless)
        if not plain or not guards(pattern) or "execution" in pattern.starts:
            break
        found.append(name)
    return found


def set_apart(form: Format, chosen: list[str], exact: bool) -> str:
    """The statement that makes `line`: all lines with their lane, one of the `chosen` patterns (0 for none).

    `speaker` is the number of the line that speaks for them: themselves, or the first line of their run. A line is in
    a lane by the cheap tests alone, or if `exact` by the whole expression. Extraction matches it anyway, so that the
    cheap tests do until it finds a line that does not match.
    """
    patterns = [form.patterns[name] for name in chosen]
    tests = [
        f"WHEN {in_turn([*guards(each), *([matches(each)] if exact else [])])} THEN {number}"
        for number, each in enumerate(patterns, start=1)
    ]
    return f"""CREATE OR REPLACE TEMP TABLE line AS
WITH split AS ({SPLIT}
),
marked AS (SELECT *, CASE {" ".join(tests)} ELSE 0 END::UTINYINT AS lane FROM split),
run AS (SELECT *, lane = 0 OR line_no = 1 OR lane IS DISTINCT FROM lag(lane) OVER () AS speaks FROM marked)
SELECT *, count(*) FILTER (speaks) {RUNNING} AS speaker FROM run"""


def without_last_noise(form: Format) -> int:
    """The number of the last pattern that is not noise: those behind it make no rows, and often take no line."""
    return max((number for number, each in enumerate(form.patterns.values(), start=1) if not each.noise), default=0)


def spans_of(form: Format, most: int | None = None) -> list[str]:
    """The spans that the first patterns ask for: as many as `most`, or all."""
    return list(dict.fromkeys(each.span for each in islice(form.patterns.values(), most) if each.span))


def opened_spans(form: Format, spans: list[str]) -> str:
    """A SELECT of whether a line of the batch opens each of some spans; it may say so where none does."""
    # Within a whole text, what is not some character may be the end of a line.
    tests = (f"bool_or(regexp_matches(content, {literal('(?m)' + form.spans[name].opens)}))" for name in spans)
    return f"SELECT {', '.join(tests)} FROM batch"


def classify(form: Format, with_lanes: bool, most: int | None = None, spans: list[str] | None = None) -> list[str]:
    """Statements that make `classified`, `numbered_file` and `placed`, of those in `line` that speak if with lanes.

    With `most`, only so many patterns are asked: right unless a line is left that none of them takes. `spans` are those
    that a line may open; without them all are.
    """
    rows = sorted(number for number, each in enumerate(form.patterns.values(), start=1) if not each.noise)
    kept = f"pattern IN ({', '.join(map(str, rows))})"
    return [
        f"CREATE OR REPLACE TEMP TABLE classified AS\n{_classified(form, with_lanes, most, spans)}",
        "CREATE OR REPLACE TEMP TABLE numbered_file AS\n"
        "SELECT file_no, file, counted - opened AS counted_before FROM classified JOIN batch USING (file_no) "
        "WHERE line_no = 1",
        "CREATE OR REPLACE TEMP TABLE placed AS\n"
        + placed(form, f"(SELECT * FROM classified WHERE {kept})", "speaker", "pattern", "text"),
    ]


def _classified(form: Format, with_lanes: bool, most: int | None, spans: list[str] | None) -> str:
    return f"""
WITH {_with_rules(form, with_lanes, most, spans)},
started AS (SELECT *, {_start_code(form)} AS start_code FROM taken),
followed AS (SELECT *, {_last_start(form)} AS last_start_no FROM started),
opening AS (SELECT *, {_opened(form)} AS opened FROM followed)
SELECT file_no, line_no, text, pattern, speaker, last_start_no, opened, sum(opened) {RUNNING} AS counted
FROM opening"""


def read(form: Format) -> str:
    """A SELECT of the lines of the batch with the number of their `rule`, -1 for none, and whether one `begins` a log.

    It does so if the expression `$detect` matches it with the line below.
    """
    return f"""
WITH {_with_rules(form, with_lanes=False)}
SELECT file_no, coalesce(pattern, -1)::SMALLINT AS rule, regexp_matches({WITH_BELOW}, $detect) AS begins
FROM taken ORDER BY file_no, line_no"""


def classified_lines(with_lanes: bool) -> str:
    """A SELECT of all lines of the classified batch as `read` has them, for some files: `$files` are their numbers."""
    if with_lanes:
        rule, join = "CASE WHEN speaks THEN pattern ELSE lane END", "LEFT JOIN classified USING (speaker)"
    else:
        rule, join = "pattern", ""
    begins = f"regexp_matches({WITH_BELOW}, $detect)"
    return f"""
WITH asked AS (FROM {"line" if with_lanes else "classified"} WHERE list_contains($files, file_no)),
detected AS (SELECT *, {begins} AS begins FROM asked)
SELECT detected.file_no, coalesce({rule}, -1)::SMALLINT AS rule, begins
FROM detected {join} ORDER BY detected.file_no, detected.line_no"""


def _with_rules(form: Format, with_lanes: bool, most: int | None = None, spans: list[str] | None = None) -> str:
    """Common table expressions up to `taken`: the lines with the numbers of their rules."""
    opened = spans_of(form, most) if spans is None else spans
    source = "SELECT * FROM line WHERE speaks" if with_lanes else f"SELECT *, 0 AS lane FROM ({SPLIT})"
    number = "" if with_lanes else ", row_number() OVER () AS speaker"
    return f"""numbered AS (SELECT *{number}{_previous(form)}, {INITIALS} FROM ({source})),
headed AS (SELECT *, {_header(form)} AS header{_spans(form, opened)} FROM numbered),
sectioned AS (SELECT *, {_section(form)} AS section FROM headed),
{_taken(form, with_lanes, most, opened)}"""


def _previous(form: Format) -> str:
    if all(rule.previous is None for rule in form.rules.values()):
        return ""
    return ", CASE WHEN line_no = 1 THEN '' ELSE lag(text) OVER () END AS previous"


def _header(form: Format) -> str:
    tests = [
        f"WHEN {condition(section)} THEN {number}" for number, section in enumerate(form.sections.values(), start=1)
    ]
    return f"CASE WHEN lane > 0 THEN 0 {' '.join(tests)} ELSE 0 END" if tests else "0"


def _section(form: Format) -> str:
    if not form.sections:
        return "0"
    return f"(max(CASE WHEN line_no = 1 OR header > 0 THEN speaker * {CODES} + header END) {RUNNING}) % {CODES}"


def _spans(form: Format, opened: list[str]) -> str:
    """Columns `span_1` and so on: whether a line is in each of the spans."""
    return "".join(
        f", line_no > 1 AND (max(CASE WHEN {condition_of(span.opens)} THEN speaker * 2 + 1 "
        f"WHEN line_no = 1 OR {condition_of(span.closes)} THEN speaker * 2 END) OVER "
        f"(ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)) % 2 = 1 AS span_{number}"
        for number, span in enumerate((form.spans[name] for name in opened), start=1)
    )


def _taken(form: Format, with_lanes: bool, most: int | None, opened: list[str]) -> str:
    """The common table expression `taken`: the number of the pattern that takes a line; NULL where none does."""
    sections = list(form.sections)
    alone: list[str] = []
    in_place: list[str] = []
    for number, pattern in enumerate(islice(form.patterns.values(), most), start=1):
        if pattern.span and pattern.span not in opened:
            continue
        open_ = f"section = {sections.index(pattern.section) + 1} AND " if pattern.section else ""
        open_ += f"span_{opened.index(pattern.span) + 1} AND " if pattern.span else ""
        (alone if with_lanes and pattern.by_text_alone else in_place).append(
            f"WHEN {open_}{condition(pattern)} THEN {number}"
        )
    found = _first_of(in_place)
    first = (
        f"CASE WHEN lane > 0 THEN lane WHEN text = '' THEN {BLANK} WHEN header > 0 THEN header + {len(form.patterns)}"
    )
    blank = f"WHEN trim(text, ' \t') = '' THEN {BLANK}"
    if not with_lanes:
        return f"taken AS (SELECT *, {first} {' '.join(in_place)} {blank} END AS pattern FROM sectioned)"
    # Where the lines of lanes are gone, many of the others repeat: what the text alone tells is found once a text.
    return f"""alone AS (
    SELECT text, CASE {" ".join(alone)} {blank} END AS pattern
    FROM (SELECT text, {INITIALS} FROM (SELECT DISTINCT text FROM sectioned WHERE lane = 0))
),
joined AS (SELECT sectioned.*, alone.pattern AS alone FROM sectioned LEFT JOIN alone USING (text) ORDER BY speaker),
taken AS (SELECT *, {first} ELSE least(alone, {found}) END AS pattern FROM joined)"""


def _first_of(tests: list[str]) -> str:
    return f"CASE {' '.join(tests)} END" if tests else "NULL"


def _opened(form: Format) -> str:
    """SQL of the blocks that a line opens: a bit field a block within one integer, so that one sum counts them all."""
    tests = []
    for number, rule in enumerate(form.rules.values(), start=1):
        if rule.starts:
            tests.append(f"WHEN {_opens(form, number)} THEN {_bits(form, rule.starts)}")
        others = [block for block in rule.starts if block != "execution"]
        if others and others != rule.starts:
            tests.append(f"WHEN pattern = {number} THEN {_bits(form, others)}")
    return f"(CASE {' '.join(tests)} ELSE 0 END)::HUGEINT" if tests else "0::HUGEINT"


def _bits(form: Format, blocks: list[str]) -> int:
    return sum(1 << (FIELD_BITS * form.blocks.index(block)) for block in {*blocks})


def _opens(form: Format, number: int) -> str:
    after = [form.numbers[name] for name in list(form.rules.values())[number - 1].unless_after]
    # NOT IN would be a join, behind which DuckDB streams no window.
    return " AND ".join([f"pattern = {number}", *(f"last_start_no <> {each}" for each in after)])


def _counted(form: Format, block: str) -> str:
    """SQL of how many times a block was opened from the start of the file to a line."""
    shift = FIELD_BITS * form.blocks.index(block)
    return f"(((counted - counted_before) >> {shift}) & {(1 << FIELD_BITS) - 1})::BIGINT"


def _start_code(form: Format) -> str:
    """The line and number of the last rule that opens blocks; "0" where nothing asks for it."""
    asked = any("last_start" in text for each in form.patterns.values() for text in each.compute.values())
    if not asked and not any(each.unless_after for each in form.rules.values()):
        return "0"
    starters = [str(number) for number, rule in enumerate(form.rules.values(), start=1) if rule.starts]
    begun = f"CASE WHEN pattern IN ({', '.join(starters)}) THEN pattern ELSE 0 END"
    return f"max(CASE WHEN line_no = 1 OR {begun} > 0 THEN speaker * {CODES} + {begun} END) {RUNNING}"


def _last_start(form: Format) -> str:
    """The number of the last rule above a line, in its file, that opens blocks."""
    if _start_code(form) == "0":
        return "0"
    return f"CASE WHEN line_no = 1 THEN 0 ELSE lag(start_code) OVER () % {CODES} END::INTEGER"


def _first_execution(form: Format) -> int:
    return 0 if any(fold.goes_on for fold in form.folds.values()) else 1


def placed(form: Format, lines: str, *columns: str) -> str:
    """A SELECT of lines with some of their columns, and with their place: file, line, execution and blocks.

    Lines above the first start of an execution belong to it, or are numbered 0 where `anew` finds out about them.
    """
    numbers = [f"{_counted(form, block)} AS nth_{block}" for block in form.blocks if block != "execution"]
    listed = [
        "file_no",
        "file",
        "line_no AS line",
        f"greatest({_counted(form, 'execution')}, {_first_execution(form)})::INTEGER AS execution_no",
        *numbers,
        "last_start_no",
        *columns,
    ]
    return f"SELECT {', '.join(listed)} FROM {lines} JOIN numbered_file USING (file_no)"
