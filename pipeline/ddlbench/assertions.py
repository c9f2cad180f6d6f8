"""Sentences that the data must agree with: claims of others and guidance of ours, as rows of tables."""

from __future__ import annotations

import json
from typing import Any

from ddlbench.discover import Inventory
from ddlbench.models import Claim, Evidence, Guidance, Translated

CLAIM_TEXTS = ("place", "text", "reason", "regime")

GUIDANCE_TEXTS = (
    "title",
    "action",
    "audience",
    "condition",
    "versions",
    "cost",
    "gain",
    "regime",
    "what_would_change",
)

Row = dict[str, Any]


def translated(name: str, text: Translated | None) -> Row:
    """Columns `<name>_en`, `<name>_zh_cn` and `<name>_ko`; none where there is no text."""
    texts = text.by_language() if text else {}
    return {f"{name}_{language.replace('-', '_')}": each for language, each in texts.items()}


def assertion_rows(inventory: Inventory) -> dict[str, list[Row]]:
    """The rows of the tables of claims and guidance."""
    guidance = inventory.guidance.items()
    return {
        "claim": [_claim(name, claim) for name, claim in inventory.claims.items()],
        "guidance": [_guidance(name, each) for name, each in guidance],
        "guidance_evidence": [
            {"guidance_id": name, "evidence_no": number, **_evidence(evidence)}
            for name, each in guidance
            for number, evidence in enumerate(each.evidence, start=1)
        ],
        "guidance_history": [
            {"guidance_id": name, "version": one.version, "date": one.date, **translated("change", one.change)}
            for name, each in guidance
            for one in each.history
        ],
    }


def _claim(name: str, claim: Claim) -> Row:
    row: Row = {"claim_id": name, "source_id": claim.source, "evidence_level": "asserted"}
    row |= {"query": claim.query, "expected_verdict": claim.verdict}
    row |= {"asserted": json.dumps(claim.asserted, ensure_ascii=False) if claim.asserted else None}
    for column in CLAIM_TEXTS:
        row |= translated(column, getattr(claim, column))
    if claim.reply:
        row |= {"reply_date": claim.reply.date, "reply_address": claim.reply.address}
        row |= translated("reply", claim.reply.text)
    return row


def _guidance(name: str, guidance: Guidance) -> Row:
    row = guidance.model_dump(include={"engine", "version", "review_by", "superseded_by"})
    row |= {"guidance_id": name, "expected_verdict": guidance.verdict}
    for text in GUIDANCE_TEXTS:
        row |= translated(text, getattr(guidance, text))
    return row


def _evidence(evidence: Evidence) -> Row:
    row = evidence.model_dump(include={"query", "address", "product_version"})
    row |= {"evidence_level": evidence.level, "read_on": evidence.read}
    return row | translated("condition", evidence.condition)
