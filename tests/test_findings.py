"""What the checks find in the publications, without being told the rows."""

from __future__ import annotations

from typing import Any

from ddlbench.build import Loaded


def findings(loaded: Loaded, check: str, **more: str) -> list[tuple[Any, ...]]:
    query = (
        "SELECT file, line_no, severity, details FROM check_finding WHERE check_name = $check ORDER BY file, line_no"
    )
    return loaded.connection.execute(query, {"check": check, **more}).fetchall()


def test_the_rows_of_source_000_with_too_few_queries(real: Loaded) -> None:
    found = findings(real, "queries_per_transaction_low")
    table = [row for row in found if row[0] == "sources/000/tables/add_index.csv"]
    assert len(table) == 24
    assert {severity for _, _, severity, _ in found} == {"finding"}
    baseline = [row for row in found if row[0] == "sources/000/tables/baseline.csv"]
    # Plans 1 and 3 print the same baseline: one figure, in two rows.
    assert len({details for *_, details in baseline}) == 1
    assert [line for _, line, _, _ in baseline] == [2, 4]


def test_the_pairs_that_repeat(real: Loaded) -> None:
    rows = real.connection.execute(
        "SELECT line_no, details FROM check_finding WHERE check_name = 'result_repeated' AND owner_id = '000'"
    ).fetchall()
    by_value: dict[str, set[int]] = {}
    for line, details in rows:
        by_value.setdefault(details.partition(", under")[0], set()).add(line)
    repeated = {value: lines for value, lines in by_value.items() if len(lines) == 2}
    # Four settings of batch size 4096 repeat those of 1024 in plan 3, most in both figures.
    for tps in ("325.5", "312.5", "300.6", "279.5"):
        assert f"measure tps, published {tps}" in repeated
    for figure in ("qps, published 6324", "qps, published 6017", "qps, published 5612", "qps, published 7516"):
        assert f"measure {figure}" in repeated
    assert repeated["measure tps, published 54.2"] == {36, 57}


def test_the_share_that_is_wrong(real: Loaded) -> None:
    [(file, _, severity, details)] = findings(real, "stated_share")
    assert (file, severity) == ("claims/tidb-add-index-product-one-32nd.toml", "finding")
    assert details == "stated 1/32, settings_product 1024, default_product 16384, recomputed 1/16"


def test_the_date_that_the_timestamps_decode_to(real: Loaded) -> None:
    assert [details.split(", ")[1:] for *_, details in findings(real, "transaction_timestamp_date")] == [
        ["decoded 2019-08-08", "stated 2019-07"]
    ] * 2


def test_findings_of_publications_are_no_problems(real: Loaded) -> None:
    assert [problem for problem in real.problems if problem.severity == "finding"] == []
    [(count,)] = real.connection.execute("SELECT count(*) FROM check_finding WHERE severity = 'finding'").fetchall()
    assert count > 60


def test_the_merge_passes_explain_the_flat_curve(real: Loaded) -> None:
    rows = real.connection.execute(
        "SELECT buffer_bytes // 1024, merge_passes, fit FROM merge_pass_model ORDER BY buffer_bytes"
    ).fetchall()
    assert [(size, passes) for size, passes, _ in rows] == [
        (64, 20),
        (1024, 16),
        (8192, 13),
        (16384, 12),
        (32768, 11),
        (65536, 10),
    ]
    assert float(rows[0][2]) > 0.8


def test_the_stated_speed_ups_are_those_of_the_durations(real: Loaded) -> None:
    assert findings(real, "stated_speedup") == []
    rows = real.connection.execute("SELECT speedup_least, speedup_stated, speedup_most FROM faster_ddl").fetchall()
    assert len(rows) == 2
    assert all(least <= stated <= most for least, stated, most in rows)


def test_the_percentage_that_is_wrong(real: Loaded) -> None:
    """Of four that publications state: "more than 90 %" and "more than 70 %" hold, and 4.8 % is 5 % when rounded."""
    [(file, _, severity, details)] = findings(real, "stated_percentage")
    assert (file, severity) == ("claims/innodb-sort-buffer-build-time.toml", "finding")
    assert details.endswith("stated_low_pct 5.00, stated_high_pct 10.00, least_pct 4.89, most_pct 5.14")
    assert real.connection.execute("SELECT count(*) FROM stated_percentage").fetchone() == (4,)
