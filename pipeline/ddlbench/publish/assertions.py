"""Claims and guidance as pages show them: texts in parts, so that each number can lead to its query."""

from __future__ import annotations

import datetime as dt
from typing import Any

from ddlbench.build import Loaded
from ddlbench.discover import Inventory
from ddlbench.filled import parts, texts_of, values_of
from ddlbench.gate import overdue
from ddlbench.verdicts import Decision


def assertions(loaded: Loaded) -> dict[str, dict[str, Any]]:
    """Claims and guidance by their names, each with its verdict, its queries and its texts."""
    inventory = loaded.inventory
    decided = {(each.kind, each.name): each for each in loaded.decisions}
    today = dt.datetime.now(dt.UTC).date()
    return {
        "claims": {name: _entry("claim", name, decided, inventory) for name in inventory.claims},
        "guidance": {
            name: _entry("guidance", name, decided, inventory) | {"overdue": overdue(guidance, today)}
            for name, guidance in inventory.guidance.items()
        },
    }


def _entry(kind: str, name: str, decided: dict[tuple[str, str], Decision], inventory: Inventory) -> dict[str, Any]:
    decision = decided.get((kind, name)) or Decision(kind, name, None, None, ())
    found = inventory.claims[name] if kind == "claim" else inventory.guidance[name]
    values = values_of(decision, inventory)
    texts = {
        key.replace(" ", "_"): {language: parts(each, values) for language, each in text.by_language().items()}
        for key, text in texts_of(decision, inventory).items()
    }
    stated = found.model_dump(mode="json", by_alias=True, exclude=set(texts) | {"verdict", "text"})
    return {
        **stated,
        "id": name,
        "texts": texts,
        "expected": decision.expected,
        "actual": decision.actual,
        "differs": decision.differs,
        "since_run": decision.since_run,
        "parts": [
            {"number": part.number, "verdict": part.verdict, "numbers": part.numbers, "fault": part.fault or None}
            for part in decision.parts
        ],
    }
