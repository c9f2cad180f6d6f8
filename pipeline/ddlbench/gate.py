"""When a verdict that differs from its file stops a change, and when it is published instead.

A sentence is decided by whoever writes it. So a change that touches its file, or what the publication of a claim is
known by, must leave the two in agreement: an error. A difference that new runs explain is a warning: the run is honest,
and the sentence is published as contradicted since that run, until someone decides.
"""

from __future__ import annotations

import datetime as dt
import subprocess
from pathlib import Path

from ddlbench.discover import Inventory
from ddlbench.errors import Problem, Severity
from ddlbench.models import Guidance
from ddlbench.toml_files import line_of_key
from ddlbench.verdicts import Decision

DEFAULT_BASE = "origin/main"


def verdict_problems(decisions: list[Decision], inventory: Inventory, touched: set[str] | None) -> list[Problem]:
    """Problems of all verdicts; `touched` are paths below `data/`, None where nothing is to be stopped (a build)."""
    return [_problem(each, inventory, touched) for each in decisions if each.differs]


def _problem(decision: Decision, inventory: Inventory, touched: set[str] | None) -> Problem:
    path = inventory.root / decision.path
    line = line_of_key(path.read_text("utf-8").splitlines(), ("verdict",))
    explained = decision.since_run is not None and not _touched(decision, inventory, touched or set())
    severity: Severity = "warning" if touched is None or explained else "error"
    faults = "; ".join(f"query {part.number}: {part.fault}" for part in decision.parts if part.fault)
    numbers = ", ".join(f"{name} {value}" for name, value in decision.numbers.items())
    since = f" since run {decision.since_run}" if decision.since_run else ""
    message = f"the verdict is `{decision.actual}`{since}, the file says `{decision.expected}` ({faults or numbers})"
    hint = "decide: correct the sentence or its query, or state the new verdict with its reason"
    return Problem(decision.path, line, message, severity, hint=hint)


def _touched(decision: Decision, inventory: Inventory, touched: set[str]) -> bool:
    if decision.path in touched:
        return True
    sources = [inventory.claims[decision.name].source] if decision.kind == "claim" else list(inventory.sources)
    return any(path.startswith(f"sources/{source}/") for path in touched for source in sources)


def touched_paths(project: Path, base: str | None) -> set[str]:
    """Paths below `data/` that differ between the merge base with `base` and the files as they are now.

    Without `base` it is the merge base with `origin/main`, or the last commit where there is no such branch; outside
    of git nothing is touched. A `base` that git does not know is an error of the caller: `ValueError`.
    """
    fork = _git(project, "merge-base", base or DEFAULT_BASE, "HEAD")
    if fork is None and base is not None:
        raise ValueError(f"git does not know `{base}`, or nothing that it and HEAD share")
    changed = _git(project, "diff", "--name-only", "--relative", "-z", fork.strip() if fork else "HEAD", "--", "data")
    added = _git(project, "ls-files", "--others", "--exclude-standard", "-z", "--", "data")
    paths = {*(changed or "").split("\0"), *(added or "").split("\0")} - {""}
    return {path.removeprefix("data/") for path in paths}


def _git(project: Path, *arguments: str) -> str | None:
    """What git prints, None where it fails or is not there."""
    try:
        done = subprocess.run(["git", *arguments], cwd=project, capture_output=True, check=False)
    except FileNotFoundError:
        return None
    return done.stdout.decode() if done.returncode == 0 else None


def review_problems(inventory: Inventory, today: dt.date) -> list[Problem]:
    """Guidance whose day of review has passed."""
    return [
        Problem(
            f"guidance/{name}.toml",
            0,
            f"was to be reviewed by {guidance.review_by}",
            "warning",
            hint="look at it again, then set `review_by` anew",
        )
        for name, guidance in inventory.guidance.items()
        if overdue(guidance, today)
    ]


def overdue(guidance: Guidance, today: dt.date) -> bool:
    """Whether the day has passed by which guidance that still holds was to be reviewed."""
    return guidance.review_by < today and guidance.superseded_by is None
