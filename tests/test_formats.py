"""Formats: those of the package are sound, and every way to be wrong is told."""

from __future__ import annotations

import re
import sys
from copy import copy
from pathlib import Path

import pytest
from ddlbench.database import connect, create_tables, table_columns
from ddlbench.errors import DdlbenchError, Problem
from ddlbench.parse.compile import MOST_GROUPS, groups_of, in_parts, joined_parts, parts
from ddlbench.parse.format import FOLDER, Format, Pattern, load_formats
from ddlbench.parse.guard import literals
from ddlbench.parse.initial import END, OTHER, initials
from ddlbench.parse.lines import lanes
from ddlbench.parse.prove import prove, prove_all, prove_once
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from support import ROOT, TESTS, Golden

BAD = sorted(path.relative_to(ROOT) for path in (TESTS / "bad" / "formats").iterdir())


@pytest.fixture(scope="module")
def columns() -> dict[str, dict[str, str]]:
    """The columns of all tables."""
    with connect() as connection:
        create_tables(connection)
        return table_columns(connection)


def problems_of(folder: Path, columns: dict[str, dict[str, str]]) -> list[Problem]:
    """Everything that is wrong with the formats of a folder."""
    try:
        return [problem for form in load_formats(folder).values() for problem in prove(form, columns, folder)]
    except DdlbenchError as error:
        return error.problems


@pytest.mark.parametrize("folder", BAD, ids=lambda folder: folder.name)
def test_bad_format(
    folder: Path, columns: dict[str, dict[str, str]], golden: Golden, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    problems = problems_of(folder, columns)
    assert problems
    assert all(problem.path.startswith(folder.as_posix()) for problem in problems)
    golden(ROOT / folder / "expected.err", "".join(f"{problem}\n" for problem in problems))


def test_the_formats_of_the_package_are_sound(formats: dict[str, Format], columns: dict[str, dict[str, str]]) -> None:
    prove_all(formats.values(), columns)
    assert {name for form in formats.values() for name in form.files} == {path.stem for path in FOLDER.glob("*.toml")}


def test_what_samples_say_is_kept_for_the_same_format(
    formats: dict[str, Format], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr("ddlbench.parse.prove.FOLDER", tmp_path)
    monkeypatch.setattr("ddlbench.parse.prove.prove_all", lambda some: asked.extend(form.source_hash for form in some))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    form = formats["lsof"]
    other = copy(form)
    other.source_hash = "another"
    for each in (form, form, other, form):
        monkeypatch.setattr("ddlbench.parse.prove.PROVED", set())  # As another process would begin.
        prove_once(each)
    assert asked == [form.source_hash, other.source_hash, form.source_hash]


def test_a_contradiction_is_told_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ddlbench.parse.prove.FOLDER", tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    [form] = load_formats(TESTS / "bad" / "formats" / "sample-matches-no-pattern").values()
    for _ in range(2):
        with pytest.raises(DdlbenchError, match="sample does not match"):
            prove_once(form)
    assert not [*tmp_path.rglob("*.proved")]


def test_no_query_of_a_fold_reads_its_lines() -> None:
    """Their table is made only where something is unusual; elsewhere it is not there, or that of another batch."""
    assert [path.name for path in FOLDER.glob("*.sql") if "fold_line" in path.read_text("utf-8")] == []


def test_sibling_files_belong_to_a_fold(formats: dict[str, Format]) -> None:
    for path in FOLDER.glob("*.sql"):
        name, fold = path.stem.split(".")
        assert any(fold in form.folds for form in formats.values() if name in form.files), path.name


def test_names_lead_to_tables_and_columns(formats: dict[str, Format], columns: dict[str, dict[str, str]]) -> None:
    """A group or computed column must be a column of its table, or be used in a computation."""
    for form in formats.values():
        for name, pattern in form.patterns.items():
            used = " ".join(pattern.compute.values())
            table = pattern.table
            if pattern.fold:
                fold = form.folds[pattern.fold]
                table, used = fold.table, f"{used} {fold.keep} {' '.join([*fold.above, *fold.compute.values()])}"
                used += f" {form.query(pattern.fold) or ''}"
            for column in [*pattern.groups, *pattern.compute] if table else []:
                known = column in columns[str(table)] or re.search(rf"\b{column}\b", used) or column == "started"
                assert known, f"{form.name}: pattern {name}: column {column}"


def every_rule(formats: dict[str, Format]) -> list[tuple[str, list[str]]]:
    """The regular expression and the samples of each pattern and heading."""
    return [
        (rule.expression if isinstance(rule, Pattern) else rule.header, rule.samples)
        for form in formats.values()
        for rule in form.rules.values()
    ]


def test_shortcuts_hold_for_every_sample(formats: dict[str, Format]) -> None:
    for regex, samples in every_rule(formats):
        prefix, longest = literals(regex)
        for sample in samples:
            last = sample.rpartition("\n")[2]
            assert last.startswith(prefix), regex
            assert longest in last, regex
            assert code_of(last) in initials(regex), regex
            assert code_of(last.lstrip(" ")) in initials(regex, indented=True), regex


def code_of(text: str) -> int:
    """What the initial of a text is to the tests of expressions."""
    return min(ord(text[0]), OTHER) if text else END


@pytest.mark.parametrize(
    ("regex", "text"),
    [
        (r"^a{2}b$", "aab"),
        (r"^a{0,2}b$", "b"),
        (r"^ab?c$", "ac"),
        (r"^ab*c$", "ac"),
        (r"^ab+c$", "abbc"),
        (r"^a(?:b|c)?d$", "ad"),
        (r"^ab|cd$", "cd"),
        (r"^a\|b$", "a|b"),
        (r"^a\.b\\c$", "a.b\\c"),
        (r"^[^]x]y$", "ay"),
        (r"^[\]x]y$", "xy"),
        (r"^[[:digit:]]+x$", "12x"),
        (r"^\x41b$", "Ab"),
        (r"^\pLb$", "éb"),
        (r"^(?i)abc$", "ABC"),
        (r"^(?i:abc)d$", "ABCd"),
        (r"^é?a$", "a"),
        (r"^\Qa.b\Ec$", "a.bc"),
        (r"^foo{$", "foo{"),
        (r"^\bab\b$", "ab"),
        (r"^$", ""),
        (r"^(?:a|\s*)$", ""),
        (r"^(?:a?|b)c$", "c"),
        (r"^(?P<x>a*?)b$", "b"),
        (r"^a{0}b$", "b"),
        (r"^(?:(?:a|b)(?:c|[)|]))?d$", "d"),
        (r"^(?:a\)|\()d$", "(d"),
        (r"^\tb$", "\tb"),
        (r"^[a-]b$", "-b"),
        (r"^[\d.-]b$", "-b"),
        (r"^[^a]b$", "éb"),
        (r"^[^~é]b$", "ñb"),
        (r"^[^\x{80}-\x{10FFFF}]b$", "~b"),
        (r"^[x\x{80}-\x{10FFFF}]b$", "éb"),
        (r"^(?i:s)x$", "\u017fx"),
        (r"^a|b$", "b"),
        (r"^ +$", "  "),
        (r"^\s*\| x$", " \t| x"),
        (r"^[ a]{2}b$", " ab"),
    ],
)
def test_shortcuts_never_miss_a_line_that_matches(regex: str, text: str) -> None:
    with connect() as connection:
        [(matches,)] = connection.execute("SELECT regexp_matches(?, ?)", [text, regex]).fetchall()
    assert matches
    prefix, longest = literals(regex)
    assert text.startswith(prefix)
    assert longest in text
    assert code_of(text) in initials(regex)
    assert code_of(text.lstrip(" ")) in initials(regex, indented=True)


@pytest.mark.parametrize(
    ("regex", "expected"),
    [
        (r"^(?:foo|Bar) *$", "fB"),
        (r"^ *(?:\d+|-)$", " -0123456789"),
        (r"^(?i:ab)?[^\x{00}-\x{10FFFF}]c$", "aA"),
        (r"^(?P<x>[a-c]{2,3}|\|)x(?:y|z)$", "abc|"),
    ],
)
def test_initials_keep_other_lines_back(regex: str, expected: str) -> None:
    assert initials(regex) - {OTHER} == set(map(ord, expected))
    assert initials(f"^ *{regex[1:]}", indented=True) - {OTHER} == set(map(ord, expected)) - {ord(" ")}


@pytest.mark.parametrize("name", ["interval", "histogram_bar", "interval_variant"])
def test_the_parts_of_a_lane_give_what_the_whole_gives(name: str, formats: dict[str, Format]) -> None:
    assert name in lanes(formats["sysbench"])
    pattern = formats["sysbench"].patterns[name]
    assert len(parts(pattern)) > 1 or len(pattern.groups) <= MOST_GROUPS
    texts: list[str] = []

    @settings(max_examples=200, deadline=None, derandomize=True, phases=[Phase.generate])
    @given(st.from_regex(re.compile(pattern.expression, re.ASCII)))
    def collect(text: str) -> None:
        if not set("\n\v") & set(text):  # A line has no end within; and a vertical tab is a blank to Python only.
            texts.append(text)

    collect()
    assert len(texts) > 20
    with connect() as connection:
        rows = connection.execute(
            f"SELECT whole, g, unmatched FROM (SELECT whole, {joined_parts(pattern)} FROM (SELECT "
            f"{groups_of(pattern)} AS whole, {in_parts(pattern)} FROM (SELECT unnest($texts) AS text)))",
            {"texts": texts},
        ).fetchall()
    assert not any(unmatched for *_, unmatched in rows)
    assert [whole for whole, _, _ in rows] == [joined for _, joined, _ in rows]


def test_a_format_knows_all_files_it_is_made_of(formats: dict[str, Format], tmp_path: Path) -> None:
    """Its hash changes with its own file, with a sibling, and with a format that it uses."""
    for path in FOLDER.iterdir():
        if path.is_file():
            (tmp_path / path.name).write_bytes(path.read_bytes())
    assert {name: form.source_hash for name, form in load_formats(tmp_path).items()} == {
        name: form.source_hash for name, form in formats.items()
    }
    for name in ("sysbench.toml", "sysbench.execution.sql"):
        with (tmp_path / name).open("a") as file:
            file.write("\n")
        changed = load_formats(tmp_path)
        different = {each for each, form in changed.items() if form.source_hash != formats[each].source_hash}
        assert "sysbench" in different
        assert "lsof" not in different
        (tmp_path / name).write_bytes((FOLDER / name).read_bytes())
