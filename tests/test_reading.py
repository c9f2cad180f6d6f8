"""How files are read: whatever terminals, editors, packers and crashes do to a log, its rows stay the same."""

from __future__ import annotations

import codecs
import gzip
import lzma
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard
from ddlbench.errors import DdlbenchError
from ddlbench.parse import batch, files, read
from ddlbench.parse.format import Format
from ddlbench.parse.read import clean, read_bytes
from support import CASES, Parsed, Rows, case_id, cases, messages, parse_each, parse_texts, run, untaken

PLAIN = (CASES / "sysbench/sysbench-1.0.20-oltp_read_write-mariadb10.11-checkpoints-histogram.log").read_bytes()
GH_OST = (CASES / "gh_ost/verbose-1.1.log").read_text("utf-8")
MESSAGES = (CASES / "sysbench/sysbench-1.0.20-fatal-table-renamed.log").read_bytes()

Change = Callable[[bytes], bytes]

SAME_TEXT: dict[str, Change] = {
    "carriage returns": lambda text: text.replace(b"\n", b"\r\n"),
    "carriage returns alone": lambda text: text.replace(b"\n", b"\r"),
    "two carriage returns": lambda text: text.replace(b"\n", b"\r\r\n"),
    "byte order mark": lambda text: b"\xef\xbb\xbf" + text,
    "two bytes a character": lambda text: codecs.BOM_UTF16_LE + text.decode().encode("utf-16-le"),
    "two bytes a character, the higher first": lambda text: codecs.BOM_UTF16_BE + text.decode().encode("utf-16-be"),
    "colours": lambda text: b"".join(b"\x1b[1;32m" + line + b"\x1b(B\x1b[m\n" for line in text.splitlines()),
    "window title": lambda text: b"\x1b]0;a title\x07" + text,
    "null bytes": lambda text: text.replace(b"tps", b"t\x00ps").replace(b"\n\n", b"\n\x00\x00\n"),
    "no final newline": lambda text: text.rstrip(b"\n"),
    "many final newlines": lambda text: text + b"\n" * 50,
    "typed and erased": lambda text: text.replace(b"tps:", b"tx\bps:"),
    "gzip": gzip.compress,
    "xz": lzma.compress,
    "zstandard": lambda text: zstandard.ZstdCompressor().compress(text),
    "two gzip members": lambda text: gzip.compress(text[:9999]) + gzip.compress(text[9999:]),
    "two xz streams": lambda text: lzma.compress(text[:9999]) + lzma.compress(text[9999:]),
    "two zstandard frames": lambda text: b"".join(
        zstandard.ZstdCompressor().compress(part) for part in (text[:9999], text[9999:])
    ),
}


def without_names(rows: Rows) -> Rows:
    return {table: [{**row, "file": ""} for row in found] for table, found in rows.items()}


@pytest.fixture(scope="module")
def plain(formats: dict[str, Format]) -> Rows:
    parsed = parse_texts(formats, {"plain": PLAIN})
    assert not parsed.problems
    return without_names(parsed.rows)


def test_the_rows_are_the_same(plain: Rows, formats: dict[str, Format]) -> None:
    parsed = parse_each(formats, {name: change(PLAIN) for name, change in SAME_TEXT.items()})
    assert [name for name, each in parsed.items() if each != Parsed(plain, [], [])] == []


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        (b"abc\bd", "abd"),
        (b"abc\b \bd", "abd"),
        (b"abc\b \b\b \bX", "aX"),
        (b"\b\ba", "a"),
        (b"one\n\b\btwo", "one\ntwo"),
        (b"a\x1b[31mb\x1b[0mc", "abc"),
        (b"a\x1b]0;title\x1b\\b", "ab"),
        (b"one\r\ntwo\r", "one\ntwo"),
        (b"50%\r100%\n", "100%\n"),
        (b"\xff\xfea", "\ufffd\ufffda"),
        (b"a\xef\xbb\xbfb", "a\ufeffb"),
    ],
)
def test_text_is_what_a_terminal_shows(written: bytes, shown: str) -> None:
    assert clean(written) == shown


@pytest.mark.parametrize(
    "written",
    [b"a\x1b]0;no end\nb\nc\x07d\n", b"a\x1b[\nb\n", b"a\x1b\nb\n", b"\b\n\b\n\bX\n", b"\x1b]\x1b]\n\x1b\\\n"],
)
def test_lines_keep_their_numbers(written: bytes) -> None:
    assert clean(written).count("\n") == written.count(b"\n")


def test_bytes_that_are_no_text_spoil_only_their_line(formats: dict[str, Format]) -> None:
    spoilt = MESSAGES.replace(b"doesn't exist", b"doesn\xff't exist", 1)
    before, after = (parse_texts(formats, {"x": text}).rows for text in (MESSAGES, spoilt))
    changed = after["sysbench_message"][0]
    assert changed["message"].count("\ufffd") == 1
    assert before["sysbench_interval"] == after["sysbench_interval"]
    assert before["sysbench_message"][1:] == after["sysbench_message"][1:]


def test_only_newlines_end_lines(formats: dict[str, Format]) -> None:
    text = "sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\nFATAL: a\u2028b\x0bc\x0cd\x85e\nFATAL: f\n"
    rows = parse_texts(formats, {"x": text}).rows["sysbench_message"]
    assert [(row["line"], row["message"]) for row in rows] == [(2, "a\u2028b\x0bc\x0cd\x85e"), (3, "f")]


@pytest.mark.parametrize("content", [b"", b"\n", b" \t\n\n  \n", b"\x00\x00", b"\xef\xbb\xbf"])
def test_nothing_to_recognise(content: bytes, formats: dict[str, Format]) -> None:
    [problem] = parse_texts(formats, {"x": content}).unread
    assert problem.message == "no format recognises this file"


@pytest.mark.parametrize("form", ["gzip", "xz", "zstandard"])
@pytest.mark.parametrize("kept", [0.5, 0.99])
def test_a_cut_packed_file_is_an_error(form: str, kept: float) -> None:
    packed = SAME_TEXT[form](PLAIN)
    with pytest.raises(DdlbenchError, match="cannot be unpacked"):
        read_bytes(packed[: int(len(packed) * kept)], "x")


@pytest.mark.parametrize("form", ["gzip", "xz", "zstandard"])
def test_a_small_file_that_unpacks_to_much_is_refused(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read, "LIMIT_BYTES", 1 << 20)
    packed = SAME_TEXT[form](b"\n" * (1 << 20) + b"\n")
    assert len(packed) < 5000
    with pytest.raises(DdlbenchError, match="is larger than 1048576 bytes when unpacked"):
        read_bytes(packed, "x")
    assert read_bytes(SAME_TEXT[form](b"\n" * (1 << 20)), "x").line_count == 1 << 20


def test_what_is_kept_of_a_file_is_of_its_bytes_on_disk() -> None:
    log = read_bytes(gzip.compress(b"one\ntwo"), "x")
    assert (log.line_count, log.text) == (2, "one\ntwo")
    assert log.size_bytes == len(gzip.compress(b"one\ntwo"))


@pytest.mark.parametrize(("form", "size"), [("sysbench", 20_000), ("mysql_client", 1)])
def test_small_batches_give_the_same_rows(
    form: str, size: int, formats: dict[str, Format], parsed_cases: Parsed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "BATCH_CHARACTERS", size)
    monkeypatch.setattr(files, "GROUP_BYTES", size)
    monkeypatch.setattr(files, "GROUP_FILES", 2)
    again = parse_texts(formats, {case_id(path): path.read_bytes() for path in cases(form)})
    assert again == of_format(parsed_cases, form)


def of_format(parsed: Parsed, form: str) -> Parsed:
    """What came of the cases of one format."""
    rows = {table: [row for row in found if row["file"].startswith(f"{form}/")] for table, found in parsed.rows.items()}
    return Parsed(rows, [], [problem for problem in parsed.problems if problem.path.startswith(f"{form}/")])


def test_the_order_of_files_does_not_matter(formats: dict[str, Format], parsed_cases: Parsed) -> None:
    assert parse_texts(formats, {case_id(path): path.read_bytes() for path in reversed(cases())}) == parsed_cases


def test_a_large_file_is_read_in_order(formats: dict[str, Format]) -> None:
    """More lines than DuckDB handles in one piece, and several pieces a thread."""
    interval = (
        "[ {}s ] thds: 1 tps: 1.00 qps: 20.00 (r/w/o: 14.00/4.00/2.00) lat (ms,95%): 5.00 err/s: 0.00 reconn/s: 0.00"
    )
    count = 150_000
    text = "\n".join(interval.format(second) for second in range(1, count + 1))
    rows = parse_texts(formats, {"large": text}).rows["sysbench_interval"]
    assert [row["line"] for row in rows] == list(range(1, count + 1))
    assert all(row["elapsed_s"] == row["line"] and row["void_reason"] is None for row in rows)


WRAPPERS = {
    "ts": "2026-03-01 10:00:{:02} ",
    "docker logs -t": "2026-03-01T10:00:{:02}.123456789Z ",
    "kubectl --prefix": "[pod/sysbench-0/sysbench] ",
    "docker compose": "sysbench-1  | ",
    "a Python logger": "2026-03-01 10:00:{:02},123 - bench - INFO - ",
    "a Python logger with brackets": "2026-03-01 10:00:{:02},123 [INFO] bench: ",
    "the root logger": "INFO:root:",
    "a Ruby logger": "I, [2026-03-01T10:00:{:02}.123456 #1204]  INFO -- : Worker: ",
    "gh run view --log": "bench\tRun sysbench\t2026-03-01T10:00:{:02}.1234567Z ",
    "a random query generator": "# 2026-03-01T10:00:{:02} [41207] ",
    "a runner of GitLab": "2026-03-01T10:00:{:02}.123456Z 01O ",
    "Terraform": "null_resource.bench[0] (remote-exec): ",
    "Vagrant": "==> default: ",
    "cat -n": "    {:02}\t",
    "a quote": "> ",
    "a comment": "// ",
    "a comment of a shell": "# ",
    "grep": "runs/oltp-4.log:",
    "grep -n": "oltp-4.log:{}:",
}


def test_prefixes_of_other_programs_are_taken_off(plain: Rows, formats: dict[str, Format]) -> None:
    lines = list(enumerate(PLAIN.decode().splitlines()))
    texts = {name: "\n".join(each.format(no % 60) + line for no, line in lines) for name, each in WRAPPERS.items()}
    parsed = parse_each(formats, texts)
    assert [name for name, each in parsed.items() if each != Parsed(plain, [], [])] == []


def test_bytes_that_a_python_logger_printed(plain: Rows, formats: dict[str, Format]) -> None:
    first, *lines = PLAIN.decode().splitlines()
    text = "\n".join(f"2026-03-01 10:00:00,123 - INFO: {line}" for line in [f"b'{first}", *lines, "'"])
    parsed = parse_texts(formats, {"wrapped": text})
    assert (parsed.unread, parsed.problems) == ([], [])
    assert without_names(parsed.rows) == plain


def without_places(rows: Rows) -> Rows:
    return {table: [{**row, "file": "", "line": 0} for row in found] for table, found in rows.items()}


def test_lines_of_gh_ost_that_a_terminal_broke(formats: dict[str, Format]) -> None:
    def broken(width: int) -> str:
        lines = [line[at : at + width] for line in GH_OST.splitlines() for at in range(0, max(len(line), 1), width)]
        return "\n".join(lines)

    whole = without_places(parse_texts(formats, {"whole": GH_OST}).rows)
    found = parse_each(formats, {f"{each}": broken(each) for each in [*range(78, 200, 7), 80, 132, 158, 161, 175]})
    assert [each for each, parsed in found.items() if parsed.unread or parsed.problems] == []
    assert [each for each, parsed in found.items() if without_places(parsed.rows) != whole] == []


@pytest.mark.parametrize("width", [78, 100, 132])
def test_lines_of_gh_ost_that_an_editor_broke(width: int, formats: dict[str, Format]) -> None:
    lines = [line for line in GH_OST.splitlines() if "Copy: " in line]
    whole = parse_texts(formats, {"whole": "\n".join(lines)})
    broken = parse_texts(formats, {"broken": "\n".join(textwrap.fill(line, width) for line in lines)})
    assert (broken.unread, broken.problems) == ([], [])
    assert without_places(broken.rows) == without_places(whole.rows)


def test_lines_of_gh_ost_keep_their_numbers(formats: dict[str, Format]) -> None:
    lines = [line for line in GH_OST.splitlines() if line.startswith("Copy: ")]
    broken = "\n".join(f"{line[:90]}\n{line[90:]}" for line in lines)
    rows = parse_texts(formats, {"broken": broken}).rows["schema_change_progress"]
    assert [row["line"] for row in rows] == [*range(1, 2 * len(lines), 2)]


def test_logs_within_prose(tmp_path: Path) -> None:
    lines = MESSAGES.decode().splitlines()[:15]
    (tmp_path / "report.md").write_text("\n".join(["# A report", "", "Some prose.", *lines, "More prose.", ""]))
    done = run("parse", "--embedded", "report.md", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stderr.startswith("report.md: took lines 4-18 as `sysbench`")
    assert '"line":16' in done.stdout
    assert run("parse", "--embedded", "-", stdin=b"prose\n").returncode == 1


def test_a_caret_stands_below_the_place_where_the_line_stopped_matching(tmp_path: Path) -> None:
    text = MESSAGES.decode() + "FATAL: 표가 없다\n[ 4s ] thds: 4 tps: 1.00 qps: 20.00 (r/w/o: 표/1/1)\n"
    (tmp_path / "a.log").write_text(text, "utf-8")
    last = messages(run("parse", "a.log", cwd=tmp_path).stderr)[-1].splitlines()
    quoted, pointer = last[1], last[2]
    assert quoted[: pointer.index("^")].endswith("qps: 20.00")
    assert pointer.endswith("^ `interval` matched up to here")


def test_long_lines_are_shown_short(tmp_path: Path) -> None:
    (tmp_path / "a.log").write_bytes(MESSAGES + b"x" * 100_000 + b"\n")
    stderr = run("parse", "a.log", cwd=tmp_path).stderr
    assert len(stderr) < 2000
    assert "x" * 300 + "…" in stderr


def test_lines_beyond_the_cap_are_counted(formats: dict[str, Format]) -> None:
    text = "sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n" + "what is this\n" * 50
    problems = parse_texts(formats, {"x": text}).problems
    assert len(untaken(problems, "x")) == 20
    assert [each.message for each in problems if not each.line] == [
        "30 more lines that no pattern of `sysbench` matches"
    ]


def test_a_file_does_not_change_how_the_next_one_is_read(formats: dict[str, Format]) -> None:
    """A log that ends in the middle of a block leaves no section, execution or checkpoint open for its neighbour."""
    lines = PLAIN.decode().splitlines()
    assert (lines[22], lines[38]) == ("[ 10s ] Checkpoint report:", "Latency (ms):")
    explained, row = "table 1 : explain SELECT c FROM sbtest1 WHERE id=7", "\t1\tSIMPLE\tsbtest1\tconst"
    second = "\n".join(["Initializing worker threads...", row, *lines[50:58]])
    for first in ("\n".join(each) for each in (lines[:23], lines[:39], lines[:41], [*lines[:2], explained])):
        alone = parse_texts(formats, {"b": second})
        assert len(alone.rows["sysbench_interval"]) == 8
        together = parse_texts(formats, {"a": first, "b": second})
        assert {
            table: [row for row in rows if row["file"] == "b"] for table, rows in together.rows.items()
        } == alone.rows
        assert together.problems == alone.problems
        assert untaken(alone.problems, "b") == {2}


def test_a_time_that_is_cut_off_is_none(formats: dict[str, Format]) -> None:
    session = "mysql> alter table t1 add index k_2 (k);\nQuery OK, 0 rows affected (2 hours 48 min 47.72 sec)"
    whole, start = session.index(")", session.index("sec")), session.index("(2 hours") + 1
    texts = {f"{end}": session[:end] for end in range(start, whole + 1)}
    rows = parse_texts(formats, texts).rows["ddl_statement"]
    assert {row["file"] for row in rows if row["duration_s"] is not None} == {f"{whole}"}
    assert {row["duration_s"] for row in rows if row["file"] == f"{whole}"} == {10127.72}
