"""Logs that were damaged: nothing crashes, no row is made up, no line is lost."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest
from ddlbench.database import connect
from ddlbench.parse.account import SHOWN_PER_FILE
from ddlbench.parse.batch import explain
from ddlbench.parse.files import recognised
from ddlbench.parse.format import Format
from ddlbench.parse.read import Log, read_bytes
from ddlbench.parse.titles import PRINT, TITLE
from second_reading import reading
from support import Parsed, case_id, cases, parse_logs, untaken

BATCHES = 12
SIZE = 40
LONG_BATCHES = 500
LONG_SIZE = 2000
LOOKED_AT = 5
"""Damaged logs of a batch whose every line is looked at."""

SEEDS = {case_id(path): path.read_bytes() for path in cases()}
NOISE = [
    b"\x00",
    b"\r",
    b"\x1b[0m",
    b"\x1b]0;",
    b"\x07",
    b"\b",
    b"\xff",
    b"\t",
    b" \n",
    b"\n\n",
    "한".encode(),
    b"'",
    b"$1",
]
NUMBERS = [b"0", b"-1", b"1e400", b"99999999999999999999", b"2147483648", b"0.0000", b".", b"1.2.3", b"nan", b""]

Damage = Callable[[random.Random, bytes], bytes]


def cut(dice: random.Random, text: bytes) -> bytes:
    return text[: dice.randrange(len(text) + 1)]


def behead(dice: random.Random, text: bytes) -> bytes:
    return text[dice.randrange(len(text) + 1) :]


def flip(dice: random.Random, text: bytes) -> bytes:
    changed = bytearray(text)
    for _ in range(dice.randint(1, 8)):
        changed[dice.randrange(len(changed))] = dice.randrange(256)
    return bytes(changed)


def strew(dice: random.Random, text: bytes) -> bytes:
    for _ in range(dice.randint(1, 5)):
        place = dice.randrange(len(text) + 1)
        text = text[:place] + dice.choice(NOISE) + text[place:]
    return text


def renumber(dice: random.Random, text: bytes) -> bytes:
    words = text.split(b" ")
    numbers = [index for index, word in enumerate(words) if word[:1].isdigit()]
    for index in dice.sample(numbers, min(3, len(numbers))):
        words[index] = dice.choice(NUMBERS)
    return b" ".join(words)


def shuffle(dice: random.Random, text: bytes) -> bytes:
    lines = text.split(b"\n")
    for _ in range(dice.randint(1, 6)):
        one, other = dice.randrange(len(lines)), dice.randrange(len(lines))
        lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def repeat(dice: random.Random, text: bytes) -> bytes:
    lines = text.split(b"\n")
    place = dice.randrange(len(lines))
    return b"\n".join(lines[:place] + lines[place : place + 1] * dice.randint(2, 40) + lines[place:])


def graft(dice: random.Random, text: bytes) -> bytes:
    other = dice.choice(list(SEEDS.values()))
    place = dice.randrange(len(text) + 1)
    return text[:place] + other[dice.randrange(len(other)) :] + text[place:]


def append(dice: random.Random, text: bytes) -> bytes:
    return text + dice.choice(list(SEEDS.values()))


DAMAGES: list[Damage] = [cut, behead, flip, strew, renumber, shuffle, repeat, graft, append]


def damaged(number: int, size: int) -> list[Log]:
    """The logs of a batch, made of cases of two formats; the same for the same number."""
    dice = random.Random(number)
    forms = dice.sample(sorted({name.split("/")[0] for name in SEEDS}), 2)
    seeds = [(name, text) for name, text in SEEDS.items() if name.split("/")[0] in forms]
    logs = []
    for index in range(size):
        name, text = dice.choice(seeds)
        for damage in dice.choices(DAMAGES, k=dice.randint(1, 3)):
            text = damage(dice, text) or b"\n"
        logs.append(read_bytes(text, f"{index}/{name}"))
    return logs


def check_batch(formats: dict[str, Format], number: int, size: int = SIZE) -> None:
    logs = damaged(number, size)
    try:
        parsed = parse_logs(formats, logs)
    except Exception as crash:
        raise AssertionError(f"batch {number}: {culprit(formats, logs)}") from crash
    check_rows(formats, logs, parsed)
    unread = {problem.path for problem in parsed.unread}
    for log in [log for log in logs if log.name not in unread][:LOOKED_AT]:
        check_lines(formats, log, parsed)


def culprit(formats: dict[str, Format], logs: list[Log]) -> str:
    """The first log that crashes the parser by itself."""
    for log in logs:
        try:
            parse_logs(formats, [log])
        except Exception as crash:
            return f"{type(crash).__name__}: {crash}\n{log.name}:\n{log.text!r}"
    return "no log crashes it alone"


def check_rows(formats: dict[str, Format], logs: list[Log], parsed: Parsed) -> None:
    """Rows come from lines that are there, and from each line once."""
    lengths = {log.name: log.text.count("\n") + 1 for log in logs}
    several = set().union(*map(tables_of_parts, formats.values()))
    for table, rows in parsed.rows.items():
        places = Counter((row["file"], row["line"]) for row in rows)
        assert all(1 <= line <= lengths[file] for file, line in places)
        assert table in several or max(places.values(), default=1) == 1, (table, places.most_common(1))


def tables_of_parts(form: Format) -> set[str | None]:
    """The tables that may have several rows of a line, as of a line with several statements."""
    parts = {pattern.table for pattern in form.patterns.values() if pattern.each}
    return parts | {fold.table for name, fold in form.folds.items() if form.query(name)}


def check_lines(formats: dict[str, Format], log: Log, parsed: Parsed) -> None:
    """Every line with text is taken by the rule that the second reading names, or reported."""
    with connect() as connection:
        [(shown, name)] = recognised(connection, formats, [log], [])
        taken_by = [taken for _, _, taken in explain(connection, formats[name], shown)]
        rules = [None if taken in (PRINT, TITLE) else taken for taken in taken_by]
        assert rules == reading(connection, formats[name], shown.text), log.name
    untaken_lines = [line for line, taken in enumerate(taken_by, start=1) if taken is None]
    reported = {
        line
        for what in (None, PRINT, TITLE)
        for line in [line for line, taken in enumerate(taken_by, start=1) if taken == what][:SHOWN_PER_FILE]
    }
    assert untaken(parsed.problems, log.name) == reported, log.name
    more = [each.message for each in parsed.problems if each.path == log.name and each.message.endswith("matches")]
    if len(untaken_lines) > SHOWN_PER_FILE:
        assert any(message.startswith(f"{len(untaken_lines) - SHOWN_PER_FILE} more lines") for message in more)


@pytest.mark.parametrize("number", range(BATCHES))
def test_damaged_logs(number: int, formats: dict[str, Format]) -> None:
    check_batch(formats, number)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(BATCHES, BATCHES + LONG_BATCHES))
def test_a_million_damaged_logs(number: int, formats: dict[str, Format]) -> None:
    check_batch(formats, number, LONG_SIZE)


def test_counts_beyond_their_column_are_problems(formats: dict[str, Format]) -> None:
    text = "sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\nFATAL: a\n(last message repeated 2147483647 times)\n"
    parsed = parse_logs(
        formats, [read_bytes(text.encode(), "a"), read_bytes(SEEDS["sysbench/forced-shutdown.log"], "b")]
    )
    assert [row["file"] for row in parsed.rows["sysbench_execution"]] == ["a", "b"]
    assert {problem.path for problem in parsed.problems} == {"a"}
