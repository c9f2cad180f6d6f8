"""Client sessions, listings, traces and backtraces against a second, naive reading of the same lines."""

from __future__ import annotations

import pytest
from support import CASES, Parsed, Row, of_file

LISTINGS = ["lsof/mariadb-10.11-lsof-during-alter.log", "lsof/mysql-8.0-three-listings.log"]
BACKTRACE = "gdb_backtrace/mariadb-10.11-no-debug-symbols.log"
WRAPPED = "gdb_backtrace/mysql-8.0-wrapped-arguments.log"


def lines_of(name: str) -> list[tuple[int, str]]:
    return list(enumerate((CASES / name).read_text("utf-8").splitlines(), start=1))


@pytest.mark.parametrize(
    ("name", "line", "duration_s"),
    [
        ("mariadb-client-10.11-alter", 2, 2.816),
        ("mariadb-client-10.11-interactive", 15, 5.382),
        ("mariadb-client-10.11-vv", 10, None),
        ("mysql-create-index", 1, 2 * 3600 + 4 * 60 + 59.64),
    ],
)
def test_duration_of_a_statement(name: str, line: int, duration_s: float | None, parsed_cases: Parsed) -> None:
    [row] = of_file(parsed_cases.rows, "ddl_statement", f"mysql_client/{name}.log")
    assert (row["line"], row["outcome"], row["duration_s"]) == (line, "completed", duration_s)


def test_statements_are_free_of_what_the_terminal_added(parsed_cases: Parsed) -> None:
    name = "mysql_client/mariadb-client-10.11-interactive.log"
    [row] = of_file(parsed_cases.rows, "ddl_statement", name)
    assert row["statement"] == "alter table sbtest1 add index pad_idx(pad), add index cpad_idx(c,pad);"


def test_only_ddl_statements_become_rows(parsed_cases: Parsed) -> None:
    rows = of_file(parsed_cases.rows, "ddl_statement", "mysql_client/mysql-failed-and-ordinary-statements.log")
    assert [(row["statement"].split()[0], row["outcome"], row["error_code"]) for row in rows] == [
        ("alter", "failed", 1205),
        ("alter", "completed", None),
        ("optimize", "no_result", None),
    ]
    assert rows[1]["statement"] == "alter table sbtest1\nadd index c_idx(c),\nalgorithm=inplace;"
    assert rows[1]["duration_s"] == ((24 + 2) * 60 + 3) * 60 + 4.05


def listed(name: str) -> list[Row]:
    """The open files of a listing, by splitting lines at blanks."""
    rows = []
    sample = 0
    for number, line in lines_of(name):
        words = line.split()
        if line.startswith(("==", "[root@")):
            sample += 1
        elif words and words[0] in {"mariadbd", "mysqld"}:
            size, inode, path = words[-4:-1] if words[-1] == "(deleted)" else words[-3:]
            fd = words[3].rstrip("urw")
            sizes = {"fd": int(fd), "pid": int(words[1]), "size_bytes": int(size), "inode": int(inode)}
            rows.append({"line": number, "sample_no": sample, **sizes, "path": path, "device": words[5]})
    return rows


@pytest.mark.parametrize("name", LISTINGS)
def test_listings(name: str, parsed_cases: Parsed) -> None:
    expected = listed(name)
    rows = of_file(parsed_cases.rows, "temp_file_sample", name)
    assert [{column: row[column] for column in expected[0]} for row in rows] == expected


@pytest.mark.parametrize("name", LISTINGS)
def test_sort_files_are_marked_as_deleted(name: str, parsed_cases: Parsed) -> None:
    deleted = {number for number, line in lines_of(name) if line.endswith("(deleted)")}
    rows = of_file(parsed_cases.rows, "temp_file_sample", name)
    assert {row["line"] for row in rows if row["deleted"]} == deleted


def test_listings_keep_their_times(parsed_cases: Parsed) -> None:
    name = "lsof/mariadb-10.11-lsof-during-alter.log"
    times = [line.removeprefix("== ") for _, line in lines_of(name) if line.startswith("==")]
    rows = of_file(parsed_cases.rows, "temp_file_sample", name)
    assert list(dict.fromkeys(row["taken_at"] for row in rows)) == times


def test_frames_of_a_backtrace(parsed_cases: Parsed) -> None:
    rows = of_file(parsed_cases.rows, "stack_frame", BACKTRACE)
    frames = [(number, line.split()) for number, line in lines_of(BACKTRACE) if line.startswith("#")]
    assert [(row["line"], row["frame_no"], row["address"]) for row in rows] == [
        (number, int(words[0].lstrip("#")), words[1]) for number, words in frames
    ]
    assert {row["thread_no"] for row in rows} == {11}


def test_a_signature_is_no_list_of_arguments(parsed_cases: Parsed) -> None:
    """gdb prints `name(types) (values)` where it knows the types and no values."""
    rows = {row["line"]: row for row in of_file(parsed_cases.rows, "stack_frame", BACKTRACE)}
    assert rows[14]["function"].startswith("mysql_execute_command")
    assert rows[14]["arguments"] is None


def test_wrapped_arguments_are_one_frame(parsed_cases: Parsed) -> None:
    rows = of_file(parsed_cases.rows, "stack_frame", WRAPPED)
    assert [(row["frame_no"], row["source_line"]) for row in rows] == [
        (0, 986),
        (1, 989),
        (2, 989),
        (3, 999),
        (4, 2271),
    ]
    assert rows[4]["function"] == "row_merge_read_clustered_index"
    assert rows[4]["arguments"].count("=") == sum(line.count("=") for number, line in lines_of(WRAPPED) if number >= 8)
    assert rows[4]["arguments"].endswith("stage=0x7f6d200c8330, eval_table=0x7f6d200b8e30")


def test_offsets_are_blocks_times_the_buffer(parsed_cases: Parsed) -> None:
    rows = of_file(parsed_cases.rows, "sort_merge_io", "ib_merge_sort/mysql-8.0-64mib.log")
    blocks = [row["block_no"] for row in rows if row["operation"] == "block_end"]
    assert blocks == [0, 1, 2, 10]
    assert [row["offset_bytes"] for row in rows if row["operation"] == "write"] == [n * 64 * 1024**2 for n in blocks]


def test_the_same_words_are_a_read_or_a_write(parsed_cases: Parsed) -> None:
    rows = of_file(parsed_cases.rows, "sort_merge_io", "ib_merge_sort/reads-and-writes.log")
    assert [(row["line"], row["operation"], row["offset_bytes"]) for row in rows] == [
        (2, "write", 1048576),
        (5, "read", 1048576),
    ]


def test_lines_published_alone(parsed_cases: Parsed) -> None:
    name = "sysbench_queries/four-lines.log"
    rows = of_file(parsed_cases.rows, "sysbench_report", name)
    for row, (number, line) in zip(rows, lines_of(name), strict=True):
        words = line.replace("(", " ").split()
        assert (row["line"], row["total_queries"], row["qps"]) == (number, int(words[1]), float(words[2]))
        assert row["window_s"] == pytest.approx(int(words[1]) / float(words[2]), abs=1e-4)
