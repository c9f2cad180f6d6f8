"""Logs on pages: between fences, as code with an indent, as quotes; the prose around them is left."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from ddlbench.parse.format import Format
from ddlbench.parse.read import read_bytes
from support import CASES, Parsed, Rows, cases, parse_logs, parse_texts

ABOVE = ["# A report", "", "We ran it:", ""]
BELOW = ["", "That was all.", ""]
FIRST_CASES = {path.parent.name: path.read_bytes().decode("utf-8", "replace") for path in reversed(cases())}
OUTPUT = (CASES / "sysbench/sysbench-1.0.20-rate.log").read_text("utf-8").rstrip().split("\n")
PAGES: dict[str, Callable[[list[str]], list[str]]] = {
    "fence": lambda lines: ["```", *lines, "```"],
    "tab": lambda lines: ["", *(f"\t{line}" if line else "" for line in lines)],
    "spaces": lambda lines: ["", *(f"    {line}" if line else "" for line in lines)],
    "quote": lambda lines: ["", *(f"> {line}" for line in lines)],
}


def parse_page(formats: dict[str, Format], texts: dict[str, list[str]]) -> Parsed:
    return parse_logs(
        formats, [read_bytes("\n".join(lines).encode(), name) for name, lines in texts.items()], embedded=True
    )


def lifted(rows: Rows, lines: int) -> Rows:
    """Rows as they would be that many lines further up."""
    return {table: [{**row, "line": row["line"] - lines} for row in rows[table]] for table in rows}


@pytest.mark.parametrize(
    "page",
    ["tab", "fence", *(pytest.param(page, marks=pytest.mark.slow) for page in sorted({*PAGES} - {"tab", "fence"}))],
)
def test_a_log_on_a_page_gives_its_rows(page: str, formats: dict[str, Format]) -> None:
    # Figures alone with an indent of four are those of another version of sysbench.
    names = [name for name in FIRST_CASES if (page, name) != ("spaces", "sysbench_queries")]
    pages = {name: [*ABOVE, *PAGES[page](FIRST_CASES[name].rstrip("\n").split("\n")), *BELOW] for name in names}
    parsed = parse_page(formats, pages)
    assert (parsed.unread, [each for each in parsed.problems if each.severity == "error"]) == ([], [])
    assert lifted(parsed.rows, len(ABOVE) + 1) == parse_texts(formats, {name: FIRST_CASES[name] for name in names}).rows


COMMANDS = {
    "one line": ["$ sysbench oltp_read_only --tables=4 --threads=2 run"],
    "further prompts": ["$ sysbench oltp_read_only --tables=4 \\", ">   --threads=2 \\", "> run"],
    "a script further down": ["$ sysbench --tables=4 \\", "> ./oltp_read_only.lua --threads=2 \\", "> run"],
    "backslashes lost": ["[me@db1 ~]$ sysbench oltp_read_only --tables=4", "> --threads=2", "> run"],
}


def test_a_command_on_a_page_is_one_start_with_its_output(formats: dict[str, Format]) -> None:
    pages = {
        f"{command} in {page}": [*ABOVE, *PAGES[page]([*COMMANDS[command], *OUTPUT]), *BELOW]
        for command in COMMANDS
        for page in PAGES
    }
    rows = parse_page(formats, pages).rows["sysbench_execution"]
    assert sorted(row["file"] for row in rows) == sorted(pages)
    columns = ("line", "workload", "tables", "step", "outcome", "version")
    assert {tuple(row[each] for each in columns) for row in rows} == {
        (6, "oltp_read_only", 4, "run", "completed", "1.0.20")
    }


def test_each_line_on_a_page_goes_to_one_format(formats: dict[str, Format]) -> None:
    text = (CASES / "innodb_status/mariadb-10.11-during-alter.log").read_text("utf-8")
    parsed = parse_page(formats, {"page": text.split("\n")})
    assert parsed.rows["innodb_status"]
    assert not parsed.rows["ddl_statement"]


def test_statistics_without_their_indents_are_read_on_a_page(formats: dict[str, Format]) -> None:
    bare = [line.strip() for line in OUTPUT]
    assert bare != OUTPUT
    parsed = parse_page(formats, {"page": [*ABOVE, "```", *bare, "```", *BELOW, "total: 7"]})
    assert [each for each in parsed.problems if each.severity == "error"] == []
    assert lifted(parsed.rows, len(ABOVE) + 1) == parse_texts(formats, {"page": "\n".join(OUTPUT)}).rows


@pytest.mark.parametrize("kept", [0, 41], ids=["indents", "indents and gaps"])
def test_tabs_for_blanks_in_statistics_are_read(kept: int, formats: dict[str, Format]) -> None:
    tabbed = [tabs_for_blanks(line, kept or len(line) - len(line.lstrip())) for line in OUTPUT]
    assert tabbed != OUTPUT
    assert parse_texts(formats, {"log": "\n".join(tabbed)}) == parse_texts(formats, {"log": "\n".join(OUTPUT)})


def tabs_for_blanks(line: str, places: int) -> str:
    """What unexpand(1) makes of the first places of a line."""
    cells = [line[start : start + 8] for start in range(0, len(line), 8)]
    short = [
        f"{cell.rstrip()}\t" if cell.endswith("  ") and 8 * (at + 1) <= places else cell
        for at, cell in enumerate(cells)
    ]
    return "".join(short)


def test_remarks_behind_statistics_are_left_out_on_a_page(formats: dict[str, Format]) -> None:
    below = OUTPUT.index("SQL statistics:")
    remarks = itertools.cycle([" // 合计", "  # all of them", " 平均", " <-- too slow", "--see below"])
    noted = [line + next(remarks) if line.strip() else line for line in OUTPUT[below:]]
    parsed = parse_page(formats, {"page": [*ABOVE, "```", *OUTPUT[:below], *noted, "```", *BELOW]})
    assert [each for each in parsed.problems if each.severity == "error"] == []
    assert lifted(parsed.rows, len(ABOVE) + 1) == parse_texts(formats, {"page": "\n".join(OUTPUT)}).rows
