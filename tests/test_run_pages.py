"""What the template of a run's page gets ready: numbers as shown, addresses of log lines, marks of the time axis."""

from __future__ import annotations

import pytest
from ddlbench.publish.run_pages import _drawing, _factor, log_lines, number

LOG = "runs/mariadb/captures/20260101-one/trials/001/sysbench.log"


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        ("1234567.50", "1,234,567.50"),
        ("-3", "\N{MINUS SIGN}3"),
        ("007", "007"),
        ("1e5", "1e5"),
        ("", None),
        (None, None),
    ],
)
def test_number_is_shown_as_in_templates(cell: str | None, shown: str | None) -> None:
    assert number(cell) == shown


@pytest.mark.parametrize(
    ("row", "query"),
    [
        ({"file": LOG}, f"file={LOG}"),
        ({"file": LOG, "line": "7", "last": "7"}, f"file={LOG}&line=7"),
        ({"file": LOG, "line": "7", "last": "12"}, f"file={LOG}&line=7-12"),
    ],
)
def test_log_lines_are_named_in_the_address(row: dict[str, str | None], query: str) -> None:
    assert log_lines(row) == f"../../../../log/?{query}"


@pytest.mark.parametrize(("length", "marks"), [("0", ["0 s"]), ("20", ["0 s", "5", "10", "15", "20"])])
def test_marks_of_the_time_axis_stay_within_the_drawing(length: str, marks: list[str]) -> None:
    chart = {"ends_at_s": length, "step_s": "1", "percentile": None, "path": "M0 0", "top": "2000", "half": "1000"}
    drawing = _drawing({"charts": {"throughput": chart}, "windows": None})
    assert drawing is not None and [tick["text"] for tick in drawing["ticks"]] == marks
    assert drawing["ticks"][0]["anchor"] == "start" and drawing["ticks"][-1]["anchor"] != "middle"
    assert drawing["plots"] == [
        {"name": "throughput", "percentile": None, "path": "M0 0", "top": "2,000", "half": "1,000"}
    ]


def test_factor_of_words_or_of_a_long_title_is_set_otherwise() -> None:
    titles = {"en": "Share of the measured capacity", "zh-cn": "负载", "ko": "부하 수준"}
    found = _factor({"title": titles, "unit": "%", "values": ["50", "full"]})
    assert (found["kind"], found["long"]) == ("word", True)
