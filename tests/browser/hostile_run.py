"""Runs, a machine and logs in which every text that a contributor writes means harm; each text has a mark.

The fields are those of the models: a new one is tried without a word here.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from ddlbench.models import Machine, Run, RunTrial, Translated
from ddlbench.toml_values import value_text
from hostile import NASTY
from pydantic import BaseModel

TESTS = Path(__file__).resolve().parents[1]
SYSBENCH = TESTS / "cases/sysbench/sysbench-1.0.20-oltp_read_write-mariadb10.11-checkpoints-histogram.log"
LAB = {
    "lab_variables": "mariadb",
    "lab_locks": "postgresql",
    "lab_progress": "postgresql",
    "lab_timeline": "mariadb-killed-server",
}
RUNS = ("20270101-hostile", "20270102-withdrawn")
"""Newer than all others, so that feeds name them."""

DAY = "2026-04-03"

CHOSEN = {"tuning": "tuned", "type": "text", "experiment": None}
"""Values of fields that are not free; `experiment` must name a file, or the run is refused (see `hostile.py`)."""

KEPT = ("t", "event", "moment", "kind")
"""Keys of the lab's logs whose texts decide what a line is."""


class Marks:
    """Gives each text a mark of its own before the nasty part."""

    def __init__(self) -> None:
        self.fields: dict[str, str] = {}

    def text(self, field: str) -> str:
        """A nasty text."""
        mark = f"qz{len(self.fields):03}qz"
        self.fields[mark] = field
        return mark + NASTY

    def texts(self, field: str) -> dict[str, str]:
        """A nasty text in each language."""
        return {language: self.text(f"{field}.{language}") for language in ("en", "zh-cn", "ko")}


def filled(model: type[BaseModel], path: str, marks: Marks, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Values of all fields of a model; every free text has a mark. A field that is chosen to be None stays out."""
    values = {}
    for name, field in model.model_fields.items():
        if name not in chosen:
            values[field.alias or name] = _value(field.annotation, f"{path}.{name}", marks, chosen)
        elif chosen[name] is not None:
            values[field.alias or name] = chosen[name]
    return values


def _value(annotation: Any, path: str, marks: Marks, chosen: Mapping[str, Any]) -> Any:  # noqa: ANN401
    kind = plain(annotation)
    if kind is Translated:
        return marks.texts(path)
    if get_origin(kind) is Literal:
        return get_args(kind)[0]
    if get_origin(kind) is list:
        return [_value(get_args(kind)[0], f"{path}.*", marks, chosen)]
    if get_origin(kind) is dict:
        return {"setting": _value(get_args(kind)[1], f"{path}.*", marks, chosen)}
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return filled(kind, path, marks, chosen)
    return marks.text(path) if kind is str else {int: 1, float: 1, bool: False, dt.date: DAY}[kind]


def plain(annotation: Any) -> Any:  # noqa: ANN401
    """A type without its constraints and without None; of several the text."""
    if get_origin(annotation) is Annotated:
        return plain(get_args(annotation)[0])
    if get_origin(annotation) in (Union, UnionType):
        kinds = [plain(each) for each in get_args(annotation) if each is not NoneType]
        return str if str in kinds else kinds[0]
    return annotation


def add_runs(data: Path, marks: Marks) -> None:
    """Put the runs and their machine into a data folder."""
    write_toml(data / "machines/hostile.toml", filled(Machine, "machine", marks, CHOSEN))
    for name in RUNS:
        _run(data / "runs/mariadb/hostile" / name, marks, name == RUNS[1])


def _run(folder: Path, marks: Marks, withdrawn: bool) -> None:
    own = "withdrawn" if withdrawn else "run"
    write_toml(folder / "run.toml", filled(Run, own, marks, CHOSEN if withdrawn else {**CHOSEN, "withdrawn": None}))
    for number, outcome in ((1, "completed"), (2, "failed")):
        trial = f"{own}.{outcome}"
        # Without `ddl_starts_at_s` the load has no window; a trial that completed has no reason.
        chosen = {**CHOSEN, "repeat": number, "outcome": outcome, "ddl_starts_at_s": None}
        values = filled(RunTrial, trial, marks, chosen if outcome == "failed" else {**chosen, "reason": None})
        write_toml(folder / f"trials/{number:03}/trial.toml", values)
        statement, error = marks.text(f"{trial}.statement"), marks.text(f"{trial}.error")
        (folder / f"trials/{number:03}/client.log").write_text(
            f"MariaDB [sbtest]> alter table t add index i(c) /* {statement} */;\nERROR 1064 (42000): {error}\n", "utf-8"
        )
    place = folder / "trials/001"
    message = f"FATAL: {marks.text(f'{own}.message')}\n" + "\n" * (20 + withdrawn)  # No two trials give the same bytes.
    (place / "sysbench.log").write_bytes(SYSBENCH.read_bytes() + message.encode())
    for form, case in LAB.items():
        lines = list(_hostile_lines(form, case, own, marks))
        (place / f"{form}.jsonl").write_text("\n".join(lines) + "\n" * (1 + withdrawn), "utf-8")


def _hostile_lines(form: str, case: str, own: str, marks: Marks) -> Iterator[str]:
    """A log of the lab with a nasty text in the place of the first text of each key; no event moves the load."""
    done: set[str] = set()
    for line in (TESTS / f"cases/{form}/{case}.log").read_text("utf-8").splitlines():
        row = json.loads(line)
        if row.get("event", "command") != "command":
            continue
        for key, value in row.items():
            if isinstance(value, str) and key not in KEPT and key not in done:
                done.add(key)
                row[key] = marks.text(f"{own}.{form}.{key}")
        yield json.dumps(row, ensure_ascii=False)


def write_toml(path: Path, values: dict[str, Any]) -> None:
    """Write a TOML file, a key a line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = (f"{key} = {_toml(value)}\n" for key, value in values.items())
    path.write_text("".join(lines).replace(f'"{DAY}"', DAY), "utf-8")


def _toml(value: Any) -> str:  # noqa: ANN401
    return f"[{', '.join(map(_toml, value))}]" if isinstance(value, list) else value_text(value)
