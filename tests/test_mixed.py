"""Logs that hold the output of several tools: each block goes to the format of its tool, and prose to none."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from ddlbench.parse.format import Format
from support import CASES, Row, Rows, differing, json_rows, messages, parse_texts, run

PARTS = [
    "sysbench/sysbench-1.0.20-rate.log",
    "mysql_client/mysql-create-index.log",
    "go_tpc/plain_efficiency_total.log",
    "psql/psql-15-timing.log",
    "innodb_status/mysql-5.1-two-part-numbers.log",
    "sysbench/sysbench-1.0.20-hook-report_json-verbosity0.log",
    "gh_ost/verbose-1.1.log",
    "psql/psql-15-logfile.log",
]


def mixed_rows(tmp_path: Path, text: str, status: int = 0) -> tuple[list[Row], list[str]]:
    """What the command prints of one text: rows and messages."""
    (tmp_path / "mixed.log").write_text(text, "utf-8")
    done = run("parse", "mixed.log", cwd=tmp_path)
    assert done.returncode == status, done.stderr
    return json_rows(done.stdout), messages(done.stderr)


@pytest.fixture(scope="module")
def alone(formats: dict[str, Format]) -> Rows:
    return parse_texts(formats, {name: (CASES / name).read_bytes() for name in PARTS}).rows


@pytest.mark.parametrize("names", list(pairwise(PARTS)), ids=lambda names: " + ".join(names))
def test_blocks_give_the_rows_of_their_tools(names: tuple[str, str], alone: Rows, tmp_path: Path) -> None:
    expected = [{"table": table, **row} for table in alone for row in alone[table] if row["file"] in names]
    rows, problems = mixed_rows(tmp_path, "\n".join((CASES / name).read_text("utf-8") for name in names))
    assert not problems
    assert len(rows) == len(expected)
    assert {row["table"] for row in rows} == {row["table"] for row in expected}


def test_rows_keep_their_lines_and_figures(alone: Rows, tmp_path: Path) -> None:
    texts = [(CASES / name).read_text("utf-8") for name in PARTS[:2]]
    rows, _ = mixed_rows(tmp_path, "".join(texts))
    lines = texts[0].count("\n")
    found = [row for row in rows if row["table"] == "ddl_statement"]
    expected = [row for row in alone["ddl_statement"] if row["file"] == PARTS[1]]
    assert [row["line"] - lines for row in found] == [row["line"] for row in expected]
    assert [row["duration_s"] for row in found] == [float(row["duration_s"]) for row in expected]


def test_prose_between_blocks_is_reported(tmp_path: Path) -> None:
    texts = [(CASES / name).read_text("utf-8").rstrip("\n") for name in PARTS[:2]]
    prose = "We then saw what nobody had seen: the load stood still."
    _, problems = mixed_rows(tmp_path, "\n".join([texts[0], prose, texts[1], prose, ""]), status=3)
    lines = [texts[0].count("\n") + 2, (texts[0] + texts[1]).count("\n") + 4]
    assert [each.split(": ")[1] for each in problems] == [f"mixed.log:{line}" for line in lines]


def test_explain_names_each_format(tmp_path: Path) -> None:
    (tmp_path / "mixed.log").write_text("".join((CASES / name).read_text("utf-8") for name in PARTS[:2]), "utf-8")
    done = run("explain", "mixed.log", cwd=tmp_path)
    assert done.returncode == 0
    head, *lines = done.stdout.splitlines()
    assert "(format `sysbench`)" in head
    assert "(format `mysql_client`)" in head
    assert {"pattern `interval`", "pattern `ok`"} <= {line[8:42].strip() for line in lines}


def shifted(text: str, indent: str) -> str:
    """A text with an indent before each line that is not blank."""
    return "".join(f"{indent}{line}" if line.strip() else line for line in text.splitlines(keepends=True))


def changed(names: list[str], change: Callable[[str, str], str], *with_: str) -> dict[str, tuple[str, str]]:
    """Golden cases as they are and changed, each with each of some texts."""
    texts = {name: (CASES / f"{name}.log").read_text("utf-8") for name in names}
    return {f"{name} with {each!r}": (text, change(text, each)) for name, text in texts.items() for each in with_}


def test_a_log_may_be_indented_as_a_whole(formats: dict[str, Format]) -> None:
    names = ["psql/psql-15-timing", "sysbench/sysbench-1.0.20-rate"]
    assert differing(formats, changed(names, shifted, "    ", "\t")) == []


STRIPPED = [
    "sysbench/0.4.8-seconds",
    "sysbench/0.4.12-prepare-run-cleanup",
    "sysbench/0.5-checkpoint-forced-shutdown",
    "sysbench/1.0.5-narrow-no-sum",
    "sysbench/go-sysbench",
    "sysbench/sysbench-1.0.20-cpu-rate-checkpoint",
    "sysbench/sysbench-1.0.20-fileio-steps",
    "sysbench/sysbench-1.0.20-memory",
    "sysbench/sysbench-1.0.20-oltp_read_write-mariadb10.11-checkpoints-histogram",
]


def test_statistics_without_their_indents_are_read(formats: dict[str, Format]) -> None:
    def indented_by(text: str, indent: str) -> str:
        return re.sub(r"(?m)^[ \t]+(?=\S)", indent, text)

    assert differing(formats, changed(STRIPPED, indented_by, "", " ")) == []


def test_statistics_with_one_blank_for_several_are_read(formats: dict[str, Format]) -> None:
    """Pages collapse them."""
    text = (CASES / "sysbench/sysbench-1.0.20-cpu.log").read_text("utf-8")
    collapsed = re.sub(r"(?m)^ ", "", re.sub(r" {2,}", " ", text))
    plain, shown = (parse_texts(formats, {"log": each}) for each in (text, collapsed))
    assert shown == plain


REMARKED = ["1.0.5-narrow-no-sum", "sysbench-1.0.20-cpu-rate-checkpoint", "sysbench-1.0.20-memory"]


def test_remarks_behind_options_and_statistics_are_left_out(formats: dict[str, Format]) -> None:
    def noted(text: str, remark: str) -> str:
        figure = r"(?m)^(Number of threads: .*|Prime numbers limit: .*|Total operations: .*| +[a-z\d].*: +[\d.].*)$"
        found = re.sub(figure, rf"\g<1>{remark}", text)
        assert found.count(remark) >= 8
        return found

    names = [f"sysbench/{name}" for name in REMARKED]
    remarks = [" // 合计", "  #每个线程", " --of all", " <- too slow", "     "]
    assert differing(formats, changed(names, noted, *remarks)) == []


PADDED = [
    "gdb_backtrace/mariadb-10.11-batch",
    "gh_ost/verbose-1.1",
    "go_tpc/plain_2020_two_runs",
    "go_tpc/table",
    "go_ycsb/plain_2023",
    "innodb_status/mariadb-10.11-during-alter",
    "lsof/mysql-prompts-and-others",
    "mysql_client/mysql-create-index",
    "psql/psql-15-timing",
    "pt_online_schema_change/replicas_lag_and_load",
]


def test_blanks_behind_lines_are_left_out(formats: dict[str, Format]) -> None:
    def padded(text: str, blanks: str) -> str:
        return re.sub(r"(?m)(?<=\S)$", blanks, text)

    assert differing(formats, changed([*STRIPPED, *PADDED], padded, "    ", "\t")) == []


def test_outputs_indented_below_prompts_are_read(formats: dict[str, Format]) -> None:
    pairs = changed(STRIPPED, shifted, "\t", "    ", " \t")
    around = "bench@db1:~$ uptime\n"
    assert (
        differing(formats, {name: (around + a + around, around + b + around) for name, (a, b) in pairs.items()}) == []
    )


STAMPS = [
    "[10:20:30] ",
    "2024-03-05 10:20:30 - INFO - ",
    "2024-03-05 10:20:30,507 - INFO - ",
    "[2024-03-05 10:20:30] [INFO] ",
    "[INFO] ",
]


@pytest.mark.parametrize("stamp", STAMPS)
def test_figures_behind_a_stamp_are_no_line_of_a_logger(stamp: str, formats: dict[str, Format]) -> None:
    """A log that is stamped from its second half on: what cannot be read is reported."""
    lines = (CASES / "sysbench/sysbench-1.0.20-cpu.log").read_text("utf-8").rstrip("\n").split("\n")
    half = lines.index("Threads started!")
    figures = [number for number, line in enumerate(lines, 1) if number > half and re.search(r"^ .*\d", line)]
    parsed = parse_texts(formats, {"log": "\n".join([*lines[:half], *(stamp + line for line in lines[half:])])})
    assert figures
    assert {each.line for each in parsed.problems} >= set(figures)


def test_lines_of_others_get_no_indent(formats: dict[str, Format]) -> None:
    text = (CASES / "sysbench/sysbench-1.0.20-cpu.log").read_text("utf-8")
    bare = re.sub(r"(?m)^[ \t]+(?=\S)", "", text)
    own = ["Summary of all runs", "total: 7", "min: 0.50", "total time: 20.0s"]
    lines = [*own, *bare.rstrip("\n").split("\n"), *own]
    plain, more = (parse_texts(formats, {"log": each}) for each in (text, "\n".join(lines)))
    assert [each.line for each in more.problems] == [1, 2, 3, 4, *(len(lines) - each for each in (3, 2, 1, 0))]
    moved = [{**row, "line": row["line"] - len(own)} for row in more.rows["sysbench_report"]]
    assert moved == plain.rows["sysbench_report"]


UNCOUNTED = {
    "vertical": [
        "mysql> show table status\\G",
        f"{'*' * 27} 1. row {'*' * 27}",
        "           Name: sbtest1",
        "        Comment: ",
    ],
    "table": ["mysql> select 1;", "+---+", "| 1 |", "+---+", "| 1 |", "+---+"],
    "tabbed": ["-" * 14, "select 1", "-" * 14, "", "1", "1"],
    "echoed": ["-" * 14, "select 1"],
}


@pytest.mark.parametrize("lines", UNCOUNTED.values(), ids=UNCOUNTED.keys())
def test_a_result_without_a_count_ends_where_another_tool_begins(lines: list[str], tmp_path: Path) -> None:
    output = (CASES / PARTS[0]).read_text("utf-8")
    rows, _ = mixed_rows(tmp_path, "\n".join([*lines, output]))
    expected = json_rows((CASES / PARTS[0]).with_suffix(".jsonl").read_text("utf-8"))
    found = [row for row in rows if row["table"].startswith("sysbench")]
    assert [row["line"] - len(lines) for row in found] == [row["line"] for row in expected]


def test_text_below_a_table_belongs_to_no_row_of_it(tmp_path: Path) -> None:
    prose = "We then saw nothing of the sort, and so all was done once more on Monday."
    _, problems = mixed_rows(tmp_path, "\n".join([*UNCOUNTED["table"], "", prose, "mysql> exit", ""]), status=3)
    assert [each.split(": ")[1] for each in problems] == ["mixed.log:8"]


def test_a_server_status_within_a_session_is_read(tmp_path: Path) -> None:
    status = (CASES / PARTS[4]).read_text("utf-8").rstrip().split("\n")
    start = next(place for place, line in enumerate(status) if "INNODB MONITOR OUTPUT" in line) - 1
    lines = ["mysql> show engine innodb status\\G", f"{'*' * 27} 1. row {'*' * 27}", "Status: ", *status[start:]]
    end = ["1 row in set (0.00 sec)", "", "mysql> drop index k_2 on t;", "Query OK, 0 rows affected (0.04 sec)", ""]
    rows, _ = mixed_rows(tmp_path, "\n".join([*lines, *end]))
    assert {row["table"] for row in rows} >= {"innodb_status", "ddl_statement"}


PSQL = ["shop=# create index i on t (k);", "CREATE INDEX", "Time: 12.345 ms", ""]
PROMPTS = ["mysql> ", "MariaDB [shop]> ", "MySQL [shop]> ", "root@localhost [shop]> "]


@pytest.mark.parametrize("above", [PSQL, ["=> must be 0 after this", ""], ["893MO => 933MO", ""]], ids=" ".join)
def test_a_session_of_mysql_keeps_its_times_below_what_looks_like_psql(above: list[str], tmp_path: Path) -> None:
    session = [
        line
        for prompt in PROMPTS
        for line in (f"{prompt}alter table t add key (a);", "Query OK, 0 rows affected (3 min 14.17 sec)", "")
    ]
    rows, _ = mixed_rows(tmp_path, "\n".join(["mysql> use shop", "Database changed", "", *above, *session]))
    found = [(row["statement"], row["duration_s"]) for row in rows if row["command_tag"] is None]
    assert found == len(PROMPTS) * [("alter table t add key (a);", 194.17)]


POSTGRES = ["shop=> ", "shop=*> ", "shop=# ", "root@:26257/shop> ", "app@/tmp:shop> "]


def test_a_session_of_psql_keeps_its_times_below_one_of_mysql(tmp_path: Path) -> None:
    session = ["mysql> alter table t add key (a);", "Query OK, 0 rows affected (3 min 14.17 sec)", ""]
    for prompt in POSTGRES:
        below = 2 * [f"{prompt}create index i on t (k);", "CREATE INDEX", "Time: 12.000 ms"]
        rows, _ = mixed_rows(tmp_path, "\n".join([*session, *below, ""]))
        found = [(row["statement"], row["duration_s"]) for row in rows if row["line"] > len(session)]
        assert found == 2 * [("create index i on t (k);", 0.012)], prompt


def test_a_title_between_two_tools(tmp_path: Path) -> None:
    session = "mysql> alter table t1 add index k (c);\nQuery OK, 0 rows affected (12.34 sec)\n\nmysql> exit\nBye\n\n"
    output = (CASES / "sysbench/sysbench-1.0.20-rate.log").read_text("utf-8")
    _, told = mixed_rows(tmp_path, f"{session}warm buffer pool\n\n{output}")
    assert told == ["note: mixed.log:7: taken as a title, from where it stands"]
    _, told = mixed_rows(tmp_path, session.replace("Query OK", "Query K") + output, status=3)
    assert [each.split("\n")[0] for each in told] == ["error: mixed.log:2: no pattern of `mysql_client` matches"]
