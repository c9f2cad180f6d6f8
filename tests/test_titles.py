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
    """Lines that are titles, and those that are problems."""
    parsed = parse_texts(formats, {"a.log": text.encode()})
    notes = [each for each in parsed.problems if each.severity == "note"]
    assert all("from where it stands" in each.message for each in notes)
    return untaken(notes, "a.log"), untaken((each for each in parsed.problems if each not in notes), "a.log")


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
    for printed in ("a shard of 2\n", "a shard of 2\n\nnext shard: ready\n"):
        text = OUTPUT.replace(STARTED, f"{printed}{STARTED}")
        lines = {number for number, line in enumerate(text.split("\n"), start=1) if "shard" in line}
        assert told(formats, text) == (lines, set())
        assert told(formats, text.replace(STARTED, "Treads started!"))[0] == set()
    [interval] = [line for line in OUTPUT.split("\n") if line.startswith("[ 1s ]")]
    damaged = interval.replace("thds", "thd")
    assert told(formats, OUTPUT.replace(STARTED, f"{damaged}\n{STARTED}"))[0] == set()


def test_what_a_script_prints_as_it_prepares(formats: dict[str, Format]) -> None:
    head, made = OUTPUT.split("\n")[0] + "\n\n", "Creating table 'sbtest1'...\n"
    assert told(formats, f"{head}2 shards to make\n{made}the first shard\n{made}done with 2 shards\n") == (
        {3, 5, 7},
        set(),
    )
    assert told(formats, f"{head}2 shards to make\n") == (set(), {3})


FACTS_ABOVE = "".join(f"{letter}_setting: {letter}\n" for letter in "abcdefghijkl")


def test_facts(formats: dict[str, Format]) -> None:
    below = (FACTS_ABOVE + "\n" + REPEATED).count("\n") + 1
    assert told(formats, f"{FACTS_ABOVE}\n{REPEATED}went: well\n") == ({*range(1, 13), below}, set())
    assert told(formats, f"{REPEATED}went: well\n") == (set(), {REPEATED.count("\n") + 1})
    many = FACTS_ABOVE * 4
    assert told(formats, f"{many}\n{REPEATED}") == (set(), set(range(1, 1 + SHOWN_PER_FILE)))


def test_titles_in_a_session(formats: dict[str, Format]) -> None:
    lines = SESSION.split("\n")
    between = {0, lines.index("") + 1, lines.index("1 row in set (0.01 sec)") + 1, lines.index("mysql> exit")}
    for place in range(len(lines) - 1):
        text = "\n".join([*lines[:place], "buffer pool 8G, warm", *lines[place:]])
        assert told(formats, text) == (({place + 1}, set()) if place in between else (set(), {place + 1})), place


def test_a_title_right_below_an_output_is_none(formats: dict[str, Format]) -> None:
    assert told(formats, OUTPUT + "\nbuffer pool 8G, warm\n" + OUTPUT) == (set(), {OUTPUT.count("\n") + 2})
