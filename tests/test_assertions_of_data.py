"""What the sources without result tables keep, and what this project's claims and guidance must have."""

from __future__ import annotations

import csv
from collections import Counter
from decimal import Decimal

from ddlbench.build import Loaded
from ddlbench.discover import discover
from support import DATA

FOUND = discover(DATA)


def cells(source: str, name: str) -> list[dict[str, str]]:
    with (DATA / "sources" / source / "tables" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_every_claim_says_how_it_is_decided_and_why() -> None:
    lacking = [
        name for name, claim in FOUND.claims.items() if None in (claim.query, claim.verdict, claim.reason, claim.regime)
    ]
    assert lacking == []


def test_claims_are_from_all_five_sources() -> None:
    counts = Counter(claim.source for claim in FOUND.claims.values())
    assert counts.keys() == FOUND.sources.keys() >= {"000", "001", "002", "003", "004"}
    assert counts.total() >= 30


def test_claims_about_pictures_are_not_called_decided() -> None:
    """The results of 002 were pictures: only what its own parameters and counts tell can be decided."""
    decided = {
        name for name, claim in FOUND.claims.items() if claim.source == "002" and claim.verdict != "not testable here"
    }
    assert decided == {"tidb-baseline-hardware-limit", "tidb-baseline-three-tests"}


def test_guidance_is_for_each_engine_that_was_asked_for() -> None:
    assert len(FOUND.guidance) >= 12
    engines = {guidance.engine for guidance in FOUND.guidance.values()}
    assert engines >= {"tidb", "mysql", "mariadb", "postgresql", "alisql"}


def test_guidance_on_documents_alone_is_not_called_supported() -> None:
    wrong = [
        name
        for name, guidance in FOUND.guidance.items()
        if all(each.level == "documented" for each in guidance.evidence) and guidance.verdict != "not testable here"
    ]
    assert wrong == []


def test_004_durations_and_ratios_are_recomputed(real: Loaded) -> None:
    durations = {
        (row["operation"], row["innodb_rds_faster_ddl"]): Decimal(row["duration_s"]) for row in cells("004", "ddl")
    }
    stated = {row["operation"]: Decimal(row["speedup"]) for row in cells("004", "speedup")}
    expected = [
        (operation, round(durations[operation, "OFF"] / durations[operation, "ON"], 2), stated[operation])
        for operation in sorted(stated)
    ]
    query = "SELECT operation, speedup, speedup_stated FROM faster_ddl WHERE source_id = '004' ORDER BY operation"
    assert real.connection.execute(query).fetchall() == expected


def test_004_a_bound_stays_a_bound(real: Loaded) -> None:
    query = "SELECT state, tps_thousand, is_bound FROM temporary_table_load WHERE source_id = '004' ORDER BY line"
    expected = [
        (row["state"], int(row["tps_thousand"]), row["relation"] == "below") for row in cells("004", "temporary_table")
    ]
    assert real.connection.execute(query).fetchall() == expected
    assert [bound for _, _, bound in expected].count(True) == 1


def test_001_ratios_are_ranges_that_rise(real: Loaded) -> None:
    rows = cells("001", "speedup")
    assert all(Decimal(row["speedup_at_least"]) <= Decimal(row["speedup_at_most"]) for row in rows)
    kept = real.connection.execute(
        "SELECT count(*) FROM figure JOIN trial USING (trial_id) WHERE owner_id = '001' AND measure LIKE 'speedup%'"
    ).fetchone()
    assert kept == (2 * len(rows),)
