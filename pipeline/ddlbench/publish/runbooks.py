"""Runbooks as pages show them."""

from __future__ import annotations

from typing import Any

from ddlbench.build import Loaded


def runbook_records(loaded: Loaded) -> dict[str, dict[str, Any]]:
    """Every runbook, its statements as written."""
    return {
        name: {
            "id": name,
            "engine": runbook.engine,
            "engine_name": loaded.inventory.engines[runbook.engine].name,
            "address": runbook.address,
            "elsewhere": runbook.elsewhere,
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
