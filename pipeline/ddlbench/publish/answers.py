"""Claims and guidance as pages show them: texts with their numbers filled in, verdicts, queries."""

from __future__ import annotations

import re
from typing import Any

from ddlbench.build import Loaded
from ddlbench.database import Cells
from ddlbench.gate import PLACE, values_of
from ddlbench.models import Claim, Evidence, Guidance, Translated
from ddlbench.publish.charts import shown
from ddlbench.verdicts import Decision

Json = dict[str, Any]


def claim_records(loaded: Loaded) -> dict[str, Json]:
    """Every claim with its verdict; one without a query has none yet."""
    decisions = _decisions(loaded, "claim")
    return {name: _claim(name, claim, decisions.get(name), loaded) for name, claim in loaded.inventory.claims.items()}


def guidance_records(loaded: Loaded) -> dict[str, Json]:
    """Every guidance with its verdict."""
    decisions = _decisions(loaded, "guidance")
    return {
        name: _guidance(name, guidance, decisions.get(name), loaded)
        for name, guidance in loaded.inventory.guidance.items()
    }


def runbook_records(loaded: Loaded) -> dict[str, Json]:
    """Every runbook, its statements as written."""
    return {
        name: {
            "id": name,
            "engine": runbook.engine,
            "engine_name": loaded.inventory.engines[runbook.engine].name,
            "address": runbook.address,
            **{key: getattr(runbook, key).by_language() for key in ("versions", "title", "summary")},
            "steps": [
                {
                    **step.model_dump(include={"kind", "documented"}),
                    "sql": step.sql.strip(),
                    **{key: getattr(step, key).by_language() for key in ("title", "text")},
                }
                for step in runbook.step
            ],
        }
        for name, runbook in loaded.inventory.runbooks.items()
    }


def _decisions(loaded: Loaded, kind: str) -> dict[str, Decision]:
    return {decision.name: decision for decision in loaded.decisions if decision.kind == kind}


def _claim(name: str, claim: Claim, decision: Decision | None, loaded: Loaded) -> Json:
    values = values_of(decision, loaded.inventory) if decision else {key: str(v) for key, v in claim.asserted.items()}
    return {
        "id": name,
        "source": claim.source,
        "place": claim.place,
        "query": claim.query,
        **_verdict(decision, claim.verdict),
        **{key: filled(getattr(claim, key), values) for key in ("text", "reason", "regime")},
        "reply": claim.reply
        and {
            "date": str(claim.reply.date),
            "address": claim.reply.address,
            "text": claim.reply.text.by_language(),
        },
    }


def _guidance(name: str, guidance: Guidance, decision: Decision | None, loaded: Loaded) -> Json:
    values = values_of(decision, loaded.inventory) if decision else {}
    engine = loaded.inventory.engines.get(guidance.engine)
    texts = {key for key, value in guidance if isinstance(value, Translated)}
    return {
        "id": name,
        "engine": guidance.engine,
        "engine_name": engine.name if engine else guidance.engine,
        "version": str(guidance.version),
        "date": str(guidance.history[-1].date),
        "review_by": str(guidance.review_by),
        "superseded_by": guidance.superseded_by,
        **_verdict(decision, guidance.verdict),
        **{key: filled(getattr(guidance, key), values) for key in sorted(texts)},
        "evidence": [_evidence(each, values) for each in guidance.evidence],
        "history": [
            {"version": str(each.version), "date": str(each.date), "change": each.change.by_language()}
            for each in guidance.history
        ],
    }


def _evidence(evidence: Evidence, values: Cells) -> Json:
    named = evidence.model_dump(include={"level", "query", "address", "product_version"})
    return {**named, "read": str(evidence.read or "") or None, "condition": filled(evidence.condition, values)}


def _verdict(decision: Decision | None, stated: str | None) -> Json:
    """What the data says; the verdict of the file where nothing is asked of the data."""
    actual = decision.actual if decision and decision.parts else stated
    return {
        "verdict": actual,
        "expected": stated,
        "since_run": decision.since_run if decision else None,
        "numbers": [{"name": name, "value": value} for name, value in (decision.numbers if decision else {}).items()],
    }


def filled(text: Translated | None, values: Cells) -> dict[str, str] | None:
    """The texts with `{name}` replaced by the value as pages show numbers."""
    if text is None:
        return None
    return {language: fill(each, values) for language, each in text.by_language().items()}


def fill(text: str, values: Cells) -> str:
    """One text with its places filled; a place without a value stays, and the build has reported it."""

    def value(found: re.Match[str]) -> str:
        known = values.get(found[1])
        return found[0] if known is None else shown(known)

    return PLACE.sub(value, text)
