"""A run, a machine and logs in which every text that a contributor writes means harm; each text has a mark."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from ddlbench.contribute.toml_text import value_text
from hostile import NASTY

TESTS = Path(__file__).resolve().parents[1]
SYSBENCH = TESTS / "cases/sysbench/sysbench-1.0.20-oltp_read_write-mariadb10.11-checkpoints-histogram.log"
RUNS = ("20260401-hostile", "20260402-withdrawn")


class Marks:
    """Gives each text a mark of its own before the nasty part."""

    def __init__(self) -> None:
        self.fields: dict[str, str] = {}

    def text(self, field: str) -> str:
        """A nasty text."""
        mark = f"qz{len(self.fields):02}qz"
        self.fields[mark] = field
        return mark + NASTY

    def texts(self, field: str) -> dict[str, str]:
        """A nasty text in each language."""
        return {language: self.text(f"{field}.{language}") for language in ("en", "zh-cn", "ko")}


def add_hostile(project: Path) -> dict[str, str]:
    """Put the runs and their machine into a project; returns the fields by their marks."""
    marks = Marks()
    data = project / "data"
    machine = {name: marks.text(f"machine.{name}") for name in ("cpu", "storage", "virtualisation", "kernel")}
    machine |= {name: marks.texts(f"machine.{name}") for name in ("title", "note")}
    _write(data / "machines/hostile.toml", {**machine, "cores": 2, "memory_gib": 4})
    for name in RUNS:
        _run(data / "runs/mariadb/hostile" / name, marks, withdrawn=name == RUNS[1])
    return marks.fields


def _run(folder: Path, marks: Marks, withdrawn: bool) -> None:
    own = "withdrawn" if withdrawn else "run"
    plain = ("engine_version", "contributor", "affiliation", "paid_by", "licence", "replicates")
    run: dict[str, Any] = {name: marks.text(f"{own}.{name}") for name in plain}
    run |= {name: marks.texts(f"{own}.{name}") for name in ("title", "tuned", "note")}
    factor = {"type": "text", "unit": marks.text(f"{own}.unit"), "title": marks.texts(f"{own}.factor")}
    run |= {"origin": "logs", "tuning": "tuned", "regime": {"data_mib": 1, "durability": "full"}}
    run |= {"tools": {"sysbench": marks.text(f"{own}.tool")}, "factors": {"setting": factor}}
    if withdrawn:
        run["withdrawn"] = {"date": "2026-04-03", "reason": marks.texts("withdrawn.reason")}
    _write(folder / "run.toml", run)
    values = {"setting": marks.text(f"{own}.value")}
    _write(folder / "trials/001/trial.toml", {"repeat": 1, "outcome": "completed", "factors": values})
    failed = {"repeat": 2, "outcome": "failed", "reason": marks.text(f"{own}.failure"), "factors": values}
    _write(folder / "trials/002/trial.toml", failed)
    blank = b"\n" * (20 + withdrawn)  # No two trials give the same bytes.
    (folder / "trials/001/sysbench.log").write_bytes(SYSBENCH.read_bytes() + blank)
    statement, error = marks.text(f"{own}.statement"), marks.text(f"{own}.error")
    (folder / "trials/001/client.log").write_text(
        f"MariaDB [sbtest]> alter table t add index i(c) /* {statement} */;\nERROR 1064 (42000): {error}\n", "utf-8"
    )
    shutil.copyfile(folder / "trials/001/client.log", folder / "trials/002/client.log")


def _write(path: Path, values: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{key} = {_value(key, value)}\n" for key, value in values.items()), "utf-8")


def _value(key: str, value: Any) -> str:  # noqa: ANN401
    """TOML of a value; a day is no text."""
    return (
        value_text(value).replace('date = "2026-04-03"', "date = 2026-04-03")
        if key == "withdrawn"
        else value_text(value)
    )
