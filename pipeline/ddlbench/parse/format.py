"""Log formats: the data files of `formats/`, read and checked.

A format names patterns in order; the first whose section is open takes a line. Every pattern carries the samples
that prove it, and a format that its own samples contradict is not loaded.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from ddlbench.database import SQL
from ddlbench.errors import DdlbenchError, Problem, did_you_mean
from ddlbench.toml_files import problems_of

FOLDER = SQL.parent / "formats"
GROUP = re.compile(r"(?<!\\)\(\?P<(\w+)>")
UNNAMED = re.compile(r"(?<!\\)\((?!\?)")


class Strict(BaseModel):
    """A table of a TOML file: unknown keys are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Section(Strict):
    """A heading line; its section holds until the next heading. `starts` and `unless_after` are those of a pattern."""

    header: str
    previous: str | None = None
    starts: list[str] = []
    unless_after: list[str] = []
    samples: list[str] = Field(min_length=1)

    @property
    def expression(self) -> str:
        """The header as an expression of the whole line."""
        return whole_line([self.header])


class Span(Strict):
    """Lines below one that `opens` matches, up to the next that `closes` matches, that one included.

    A line that both match opens.
    """

    opens: str
    closes: str


class Fold(Strict):
    """Many lines into one row: all lines of one block that name this fold.

    `join` glues texts of several lines, `sum` adds numbers up, `compute` works on the finished row (SQL over its
    columns), `keep` drops rows that are none, `number` names the column that counts rows within an execution.

    `goes_on` is SQL that is true of a row, and of the line that opens its block, if its execution can have another row.
    Where it is given, a second value for a column begins the next row and the next execution, and so does what stands
    below a row that ends one, if more rows follow: people search logs for single lines, without the titles. The values
    of the joined columns in `once` may stand in a row once each. A column of `above` is a title that stands above
    the columns that it names: below one of them it begins the next row too.
    """

    table: str
    block: str
    join: dict[str, str] = {}
    sum: list[str] = []
    compute: dict[str, str] = {}
    keep: str = "true"
    number: str | None = None
    goes_on: str | None = None
    once: list[str] = []
    above: dict[str, list[str]] = {}


class Pattern(Strict):
    """What one kind of line looks like, and where its named groups go.

    `regex` is a list of fragments, so that a message can say how far a line matched; a line that `unless` matches is
    another's all the same. `each` makes a row of every
    match within the line (as in JSON arrays on one line) and then names the groups. `compute` gives columns as SQL
    over the groups. `starts` opens blocks; the block `execution` is a start of the tool that printed the log. It
    opens none right after a pattern or section of `unless_after` did: a command line and the header below it are one
    start. What opens the block `execution` with others opens those in any case. A `titled` one begins an output that
    people set titles above, at a `prompt` they type a statement or it is the first that is shown of one, and below one
    that `ends` its result they write what they like.
    """

    regex: list[str] = Field(min_length=1)
    samples: list[str] = Field(min_length=1)
    table: str | None = None
    fold: str | None = None
    noise: bool = False
    section: str | None = None
    span: str | None = None
    previous: str | None = None
    unless: str | None = None
    each: str | None = None
    starts: list[str] = []
    unless_after: list[str] = []
    titled: bool = False
    scripted: Literal["from", "to", "both"] | None = None
    prompt: bool = False
    ends: bool = False
    compute: dict[str, str] = {}

    @model_validator(mode="after")
    def _has_one_purpose(self) -> Self:
        if [self.table is not None, self.fold is not None, self.noise].count(True) != 1:
            raise ValueError("give exactly one of `table`, `fold` and `noise = true`")
        return self

    @property
    def expression(self) -> str:
        """The whole regular expression, anchored at both ends of the line."""
        return whole_line(self.regex)

    @property
    def by_text_alone(self) -> bool:
        """Whether the pattern asks for nothing but the line itself."""
        return self.section is None and self.span is None and self.previous is None

    @property
    def groups(self) -> list[str]:
        """Names of the groups, in order."""
        return GROUP.findall(self.each or self.expression)


class Cumulative(Strict):
    """Figures counted from the start of an execution, in reports: where one falls, another execution began.

    Lines of `patterns` that have the same groups `of` are of one series, `figures` are the groups that cannot fall, the
    first of them the seconds since the start.
    Those of patterns in `once` stand in an execution once. A line of `heads` right above a report belongs to it.
    """

    patterns: list[str] = Field(min_length=1)
    of: list[str] = Field(min_length=1)
    figures: list[str] = Field(min_length=1)
    once: list[str] = []
    heads: list[str] = []


def whole_line(fragments: list[str]) -> str:
    """Fragments as one expression, anchored at both ends of the line."""
    return "^" + "".join(fragments).removeprefix("^").removesuffix("$") + "$"


class FormatFile(Strict):
    """A file of `formats/` as written; one without `detect` is a part that others use."""

    title: str
    detect: str | None = None
    uses: list[str] = []
    cumulative: Cumulative | None = None
    section: dict[str, Section] = {}
    span: dict[str, Span] = {}
    fold: dict[str, Fold] = {}
    pattern: dict[str, Pattern] = {}


class Format:
    """A format with everything it uses, ready to be compiled."""

    def __init__(self, name: str, files: dict[str, FormatFile], folder: Path) -> None:
        self.name = name
        self.folder = folder
        self.files = tuple(files)
        self.title = files[name].title
        self.detect = files[name].detect or ""
        self.cumulative = files[name].cumulative
        self.sections: dict[str, Section] = {}
        self.spans: dict[str, Span] = {}
        self.folds: dict[str, Fold] = {}
        self.patterns: dict[str, Pattern] = {}
        for file in files.values():
            self.sections |= file.section
            self.spans |= file.span
            self.folds |= file.fold
            self.patterns |= file.pattern
        paths = [path for each in files for path in sorted(folder.glob(f"{each}.*"))]
        self.source_hash = hashlib.sha256(b"\0".join(path.read_bytes() for path in paths)).hexdigest()

    @cached_property
    def rules(self) -> dict[str, Pattern | Section]:
        """All that takes lines, in the order of their numbers (from 1): the patterns, then the section headings."""
        patterns: dict[str, Pattern | Section] = {f"pattern `{name}`": each for name, each in self.patterns.items()}
        return patterns | {f"section `{name}`": each for name, each in self.sections.items()}

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The numbers of rules by their names; where a pattern and a section share one, it is that of the pattern."""
        names = [*self.patterns, *self.sections]
        return {name: number for number, name in reversed([*enumerate(names, start=1)])}

    @cached_property
    def blocks(self) -> list[str]:
        """Names of all blocks, `execution` first."""
        named = [fold.block for fold in self.folds.values()]
        named += [block for rule in self.rules.values() for block in rule.starts]
        return list(dict.fromkeys(["execution", *named]))

    @cached_property
    def tables(self) -> list[str]:
        """Tables that the format fills."""
        direct = [pattern.table for pattern in self.patterns.values() if pattern.table]
        return sorted({*direct, *(fold.table for fold in self.folds.values())})

    def query(self, fold: str) -> str | None:
        """The SQL that finishes the rows of a fold, where the format or one that it uses has a sibling file for it.

        Its rows have `file_no` in the place of `file`.
        """
        paths = (self.folder / f"{name}.{fold}.sql" for name in self.files)
        return next((path.read_text("utf-8") for path in paths if path.exists()), None)


def load_formats(folder: Path = FOLDER) -> dict[str, Format]:
    """Every format of the folder by name; raises with all problems of all files at once.

    What the samples say is checked when a format is first used: `prove`.
    """
    files, problems = {}, []
    for path in sorted(folder.glob("*.toml")):
        try:
            files[path.stem] = FormatFile.model_validate(tomllib.loads(path.read_text("utf-8")))
        except ValidationError as error:
            problems += problems_of(error, display(path))
        except tomllib.TOMLDecodeError as error:
            problems.append(Problem(display(path), 0, f"not valid TOML: {error}"))
    if problems:
        raise DdlbenchError(problems)
    formats = {name: _assemble(name, files, folder) for name, file in files.items() if file.detect is not None}
    problems = [problem for form in formats.values() for problem in _faults(form, folder)]
    problems += _unused_parts(files, formats, folder)
    if problems:
        raise DdlbenchError(problems)
    return formats


def display(path: Path) -> str:
    """A path of the package as messages name it."""
    parts = path.parts
    return "/".join(parts[parts.index("pipeline") :]) if "pipeline" in parts else str(path)


def _assemble(name: str, files: dict[str, FormatFile], folder: Path) -> Format:
    used, queue = [], [name]
    while queue:
        current = queue.pop(0)
        if current not in files:
            message = f"`uses` names an unknown format `{current}`"
            raise DdlbenchError(
                [Problem(display(folder / f"{name}.toml"), 0, message, hint=did_you_mean(current, files))]
            )
        if current not in used:
            used.append(current)
            queue += files[current].uses
    return Format(name, {each: files[each] for each in used}, folder)


def _faults(form: Format, folder: Path) -> list[Problem]:
    """What is wrong with a format as written: names that lead nowhere, unnamed groups, too many of something."""
    path = display(folder / f"{form.name}.toml")
    return [Problem(path, 0, fault) for fault in [*_name_faults(form), *_group_faults(form), *_size_faults(form)]]


def _name_faults(form: Format) -> list[str]:
    faults = []
    for name, pattern in form.patterns.items():
        if pattern.section is not None and pattern.section not in form.sections:
            faults.append(f"pattern `{name}`: unknown section `{pattern.section}`")
        if pattern.span is not None and pattern.span not in form.spans:
            faults.append(f"pattern `{name}`: unknown span `{pattern.span}`")
        if pattern.fold is not None and pattern.fold not in form.folds:
            faults.append(f"pattern `{name}`: unknown fold `{pattern.fold}`")
    named = {pattern.fold for pattern in form.patterns.values()}
    faults += [f"fold `{fold}`: no pattern names it" for fold in form.folds if fold not in named]
    spans = {pattern.span for pattern in form.patterns.values()}
    faults += [f"span `{span}`: no pattern names it" for span in form.spans if span not in spans]
    if form.cumulative:
        asked = {*form.cumulative.patterns, *form.cumulative.once, *form.cumulative.heads}
        faults += [f"`cumulative`: unknown pattern `{each}`" for each in sorted(asked - {*form.patterns})]
    for name, rule in form.rules.items():
        for other in rule.unless_after:
            if other not in form.numbers:
                faults.append(f"{name}: unknown pattern or section `{other}` in `unless_after`")
    return faults


def _unused_parts(files: dict[str, FormatFile], formats: dict[str, Format], folder: Path) -> list[Problem]:
    used = {name for form in formats.values() for name in form.files}
    message = "has no `detect`, so it is a part, but no format uses it"
    return [Problem(display(folder / f"{name}.toml"), 0, message) for name in sorted(files.keys() - used)]


def _size_faults(form: Format) -> list[str]:
    from ddlbench.parse.lines import CODES, MOST_BLOCKS

    faults = []
    if len(form.rules) >= CODES:
        faults.append(f"has {len(form.rules)} patterns and sections; fewer than {CODES} can be numbered")
    if len(form.blocks) > MOST_BLOCKS:
        faults.append(f"has {len(form.blocks)} blocks ({', '.join(form.blocks)}); {MOST_BLOCKS} can be counted")
    return faults


def _group_faults(form: Format) -> list[str]:
    return [
        f"pattern `{name}`: a group has no name; write `(?P<column>…)` or `(?:…)`"
        for name, pattern in form.patterns.items()
        if UNNAMED.search(re.sub(r"\[(?:\\.|[^\]\\])+\]", "", pattern.expression + (pattern.each or "")))
    ]


def schema_hash(columns: dict[str, dict[str, str]], tables: list[str]) -> str:
    """A hash of the columns and types of some tables."""
    chosen: dict[str, Any] = {table: columns.get(table, {}) for table in tables}
    return hashlib.sha256(repr(chosen).encode()).hexdigest()
