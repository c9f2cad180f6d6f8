"""Titles and what scripts print are told by where they stand; elsewhere a line that no pattern takes is a problem."""

from __future__ import annotations

import pytest
from ddlbench.parse.account import SHOWN_PER_FILE
from ddlbench.parse.format import Format
from support import CASES, parse_texts, untaken

OUTPUT = (CASES / "sysbench/names-of-runs.log").read_text("utf-8").split("16\n", 1)[1].split("\n\n\nMySQL")[0]
"""An output of sysbench, from its header on."""
REPEATED = OUTPUT + "\n\n"
RUN = "$ sysbench oltp_read_only --threads=4 run\n"


SESSION = """mysql> alter table t1 add index k_2 (k);
Query OK, 0 rows affected (1 min 2.03 sec)
Records: 0  Duplicates: 0  Warnings: 0

mysql> select count(*) from t1;
+----------+
| count(*) |
+----------+
|    10000 |
+----------+
1 row in set (0.01 sec)

mysql> exit
"""


def told(formats: dict[str, Format], text: str) -> tuple[set[int], set[int]]:
    """Lines that are told by where they stand, and those that are problems."""
    [found] = told_of(formats, [text])
    return found


def told_of(formats: dict[str, Format], texts: list[str]) -> list[tuple[set[int], set[int]]]:
    """The same of several texts at once."""
    parsed = parse_texts(formats, {f"{number}.log": text.encode() for number, text in enumerate(texts)})
    notes = [each for each in parsed.problems if each.severity == "note"]
    others = [each for each in parsed.problems if each.severity != "note"]
    assert all("from where it stands" in each.message for each in notes)
    names = [f"{number}.log" for number in range(len(texts))]
    return [(untaken(notes, name), untaken(others, name)) for name in names]


@pytest.mark.parametrize(
    ("above", "lines"),
    [
        ("RaspberryPi Zero\n", {1}),
        ("buffer pool 8G, warm\n\n", {1}),
        ("[ a | b ]\nhost: db1, instance: m5.large\n" + RUN, {1, 2}),
        ("buffer pool 8G | warm\n=====================\nTue Mar  5 10:20:30 UTC 2024\n", {1}),
        ("small machine: 2 cores, 4 hyper-threads, 8 GB, MySQL 8.0.36\n\n    3rd of 5: 10000 rows\n", {1, 3}),
        ("배치 쓰기 끔\n" + RUN, {1}),
        ("缓冲池 8G 预热后\n", {1}),
    ],
)
def test_titles_above_an_output(formats: dict[str, Format], above: str, lines: set[int]) -> None:
    assert told(formats, above + REPEATED) == (lines, set())
    below = REPEATED.count("\n")
    assert told(formats, REPEATED + above + REPEATED) == ({below + line for line in lines}, set())


PROSE = "A line of a page says in more words than a title has\nwhat was run, on which machine, and why.\n"
FACTS = "".join(f"fact {number}\n" for number in range(9))


@pytest.mark.parametrize(
    "above",
    [
        PROSE.replace("\n", " ", 1),
        FACTS,
        "这一行写了在哪台机器上用哪些参数跑了什么测试以及为什么要这样跑而且比一个标题应有的字数要多得多所以不是标题\n",
        "[ 1s ] thds; 2 eps: 4460.21 lat (ms,95%): 0.41\n",
        "one control character \x01\n",
    ],
)
def test_other_lines_above_an_output(formats: dict[str, Format], above: str) -> None:
    titles, problems = told(formats, above + REPEATED)
    assert (titles, problems) == (set(), set(range(1, above.rstrip("\n").count("\n") + 2)))


def test_titles_above_rulers(formats: dict[str, Format]) -> None:
    picked = OUTPUT[OUTPUT.index("CPU speed:") :]
    assert told(formats, f"buffer pool 8G, warm\n\n16 threads, again\n======\nTEST 1\n{picked}\n") == ({1, 3}, set())
    assert told(formats, f"{picked}\nbuffer pool 8G, warm\n-----\nTEST 1\n{picked}\n")[1] == set()
    assert told(formats, f"{picked}\n     sum;  9969.73\n-----\nTEST 1\n{picked}\n")[0] == set()


INIT, STARTED = "Initializing worker threads...", "Threads started!"


def test_a_title_elsewhere_is_none(formats: dict[str, Format]) -> None:
    lines = REPEATED.split("\n")
    inside = range(lines.index(INIT) + 1, lines.index(STARTED) + 1)
    places = [place for place in range(1, len(lines)) if place not in inside]
    texts = {
        f"{place}.log": "\n".join([*lines[:place], "buffer pool 8G, warm", *lines[place:]]).encode() for place in places
    }
    problems = parse_texts(formats, texts).problems
    assert {name: untaken(problems, name) for name in texts} == {f"{place}.log": {place + 1} for place in places}
    assert {each.severity for each in problems} == {"error"}


def test_what_a_script_prints(formats: dict[str, Format]) -> None:
    one, two = (
        OUTPUT.replace(STARTED, f"{printed}{STARTED}")
        for printed in ("a shard of 2\n", "a shard of 2\n\nnext shard: ready\n")
    )
    [interval] = [line for line in OUTPUT.split("\n") if line.startswith("[ 1s ]")]
    damaged = [
        one.replace(STARTED, "Treads started!"),
        OUTPUT.replace(STARTED, f"{interval.replace('thds', 'thd')}\n{STARTED}"),
    ]
    place = OUTPUT.split("\n").index(STARTED) + 1
    first, second, *others = told_of(formats, [one, two, *damaged])
    assert (first, second) == (({place}, set()), ({place, place + 2}, set()))
    assert others == [(set(), {place, place + 1}), (set(), {place})]


def test_what_a_script_prints_as_it_prepares(formats: dict[str, Format]) -> None:
    head, made = OUTPUT.split("\n")[0] + "\n\n", "Creating table 'sbtest1'...\n"
    prepared = f"{head}2 shards to make\n{made}the first shard\n{made}done with 2 shards\n"
    assert told_of(formats, [prepared, f"{head}2 shards to make\n"]) == [({3, 5, 7}, set()), (set(), {3})]


FACTS_ABOVE = "".join(f"{letter}_setting: {letter}\n" for letter in "abcdefghijkl")


def test_facts(formats: dict[str, Format]) -> None:
    below = (FACTS_ABOVE + "\n" + REPEATED).count("\n") + 1
    texts = [f"{FACTS_ABOVE}\n{REPEATED}went: well\n", f"{REPEATED}went: well\n", f"{FACTS_ABOVE * 4}\n{REPEATED}"]
    assert told_of(formats, texts) == [
        ({*range(1, 13), below}, set()),
        (set(), {REPEATED.count("\n") + 1}),
        (set(), set(range(1, 1 + SHOWN_PER_FILE))),
    ]


def test_titles_in_a_session(formats: dict[str, Format]) -> None:
    lines = SESSION.split("\n")
    between = {0, lines.index("") + 1, lines.index("1 row in set (0.01 sec)") + 1, lines.index("mysql> exit")}
    places = range(len(lines) - 1)
    texts = ["\n".join([*lines[:place], "buffer pool 8G, warm", *lines[place:]]) for place in places]
    expected = [({place + 1}, set()) if place in between else (set(), {place + 1}) for place in places]
    assert told_of(formats, texts) == expected


def test_a_title_right_below_an_output_is_none(formats: dict[str, Format]) -> None:
    assert told(formats, OUTPUT + "\nbuffer pool 8G, warm\n" + OUTPUT) == (set(), {OUTPUT.count("\n") + 2})
