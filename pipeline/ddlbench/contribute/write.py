"""Writes a planned run: logs byte for byte, TOML files with a comment a key, hashes; all of it or nothing."""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path

from ddlbench.contribute.plan import Plan, sources, trial_values
from ddlbench.contribute.toml_text import commented, schema_line
from ddlbench.errors import failure
from ddlbench.hashes import write_hashes
from ddlbench.keys import explanations
from ddlbench.toml_values import key_text, value_text

UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")


def write_run(plan: Plan, root: Path, data: Path) -> Path:
    """Write the run below `data`; returns its folder. An existing run is never touched."""
    target = data / plan.folder
    if target.exists():
        raise failure(target, "is already there", "give another label: --set label=…")
    data.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=data, prefix=".new-") as scratch:
        fresh = Path(scratch) / "run"
        fresh.mkdir(mode=0o755)
        (fresh / "run.toml").write_text(run_text(plan), "utf-8")
        logs = sources(plan.trials, root)
        for row in {row.trial: row for row in plan.trials}.values():
            folder = fresh / "trials" / f"{row.trial:03}"
            folder.mkdir(parents=True)
            values, factors = trial_values(row, plan.factors)
            (folder / "trial.toml").write_text(trial_text(values, factors), "utf-8")
            for log in logs[row.trial]:
                shutil.copyfile(log, folder / free_name(folder, log.name))
        write_hashes(fresh)
        target.parent.mkdir(parents=True, exist_ok=True)
        _write_machine(plan, data)
        fresh.rename(target)
    return target


def free_name(folder: Path, name: str) -> str:
    """A name of a log that the path grammar allows and that is not taken yet in the folder."""
    safe = UNSAFE.sub("-", name).lstrip("._-") or "log"
    stem, dot, suffix = safe.partition(".")
    number = 2
    while (folder / safe).exists() or safe == "trial.toml":
        safe = f"{stem}-{number}{dot}{suffix}"
        number += 1
    return safe


def run_text(plan: Plan) -> str:
    """The text of run.toml."""
    absent = {"note": '{ en = "…", zh-cn = "…", ko = "…" }', "paid_by": '"…"', "replicates": '"engine/machine/…"'}
    remaining = {key: example for key, example in absent.items() if key not in plan.run}
    parts = [schema_line("run", 5), commented("Run", plan.run, remaining)]
    missing = {} if "buffer_mib" in plan.regime else {"buffer_mib": "128"}
    parts.append("[regime]\n" + commented("Regime", plan.regime, missing))
    if plan.tools:
        parts.append("# Versions of the tools that made the logs.\n[tools]\n" + commented("", plan.tools))
    if plan.redacted:
        parts.append(f"# {explanations('Run')['redacted']}.\n[redacted]\n" + commented("", plan.redacted))
    for name, factor in plan.factors.items():
        described = factor.model_dump(by_alias=True, exclude_none=True)
        parts.append(f"[factors.{key_text(name)}]\n" + commented("", described))
    return "\n".join(parts)


def trial_text(values: dict[str, object], factors: dict[str, object]) -> str:
    """The text of trial.toml."""
    remaining = {} if "ddl_starts_at_s" in values else {"ddl_starts_at_s": "60.0"}
    parts = [schema_line("runtrial", 7), commented("RunTrial", values, remaining)]
    if factors:
        lines = [f"{key_text(name)} = {value_text(value)}" for name, value in factors.items()]
        parts.append("# Value of each factor of run.toml.\n[factors]\n" + "\n".join(lines) + "\n")
    return "\n".join(parts)


def _write_machine(plan: Plan, data: Path) -> None:
    if plan.new_machine is None:
        return
    path = data / "machines" / f"{plan.machine}.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(schema_line("machine", 2) + "\n" + commented("Machine", plan.new_machine), "utf-8")
