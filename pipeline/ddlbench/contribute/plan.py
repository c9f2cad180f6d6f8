"""The run that logs make: everything run.toml, trial.toml and a new machine file say, before anything is written."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ddlbench.contribute.ask import Answers, Question
from ddlbench.contribute.assign import Assigned, factor_names
from ddlbench.contribute.factors import factor_of, typed
from ddlbench.contribute.survey import LogFacts
from ddlbench.discover import NAME, Inventory
from ddlbench.errors import Problem, did_you_mean
from ddlbench.keys import explanations
from ddlbench.models import Factor

LABEL = re.compile(r"[a-z0-9][a-z0-9-]*")
NUMBER = re.compile(r"[0-9]{1,12}(\.[0-9]{1,6})?")
OPERATIONS = (
    ("create-index-concurrently", re.compile(r"create\s+(?:unique\s+)?index\s+concurrently", re.IGNORECASE)),
    ("add-index", re.compile(r"add\s+(?:unique\s+)?(?:index|key)\b|create\s+(?:unique\s+)?index", re.IGNORECASE)),
    ("add-column", re.compile(r"add\s+column\b", re.IGNORECASE)),
    ("alter-table", re.compile(r"alter\s+table", re.IGNORECASE)),
)
TITLES = {
    "en": "{what}: {engine} {version} on {machine}",
    "zh-cn": "{what}:{engine} {version},{machine}",
    "ko": "{what}: {machine}의 {engine} {version}",
}


@dataclass
class Plan:
    """A run folder to be written, below the `data/` of a project."""

    engine: str
    machine: str
    date: dt.date
    label: str
    run: dict[str, Any]
    regime: dict[str, Any]
    tools: dict[str, str]
    factors: dict[str, Factor]
    trials: list[Assigned]
    new_machine: dict[str, Any] | None = None
    remains: list[str] = field(default_factory=list)
    redacted: dict[str, int] = field(default_factory=dict)

    @property
    def folder(self) -> str:
        """The path of the run below `data/`."""
        return f"runs/{self.engine}/{self.machine}/{self.date:%Y%m%d}-{self.label}"


def make_plan(facts: list[LogFacts], rows: list[Assigned], inventory: Inventory, answers: Answers) -> Plan:
    """Put together what logs, flags and answers say; raises `DdlbenchError` with all that is missing or impossible."""
    engine = answers.ask(_engine(facts, inventory))
    _check_name(answers, "engine", engine, inventory.engines)
    machine = answers.ask(Question("machine", "name of the machine, a file of data/machines/", None))
    date = _date(facts, answers)
    label = answers.ask(Question("label", "last part of the folder name", _label(facts)))
    if label and not LABEL.fullmatch(label):
        answers.problems.append(Problem("label", 0, f"`{label}` is not a name", hint="use a-z, 0-9 and hyphens"))
    run = _run(facts, answers)
    regime = _regime(answers)
    new_machine = None if machine in inventory.machines else _machine(machine, answers)
    _starts(facts, rows, answers)
    titles = _titles(facts, engine, machine, run, inventory, answers)
    answers.finish()
    trials = _with_start(rows, facts, answers)
    factors = {name: factor_of(name, _values(rows, name)) for name in factor_names(rows)}
    versions = sorted({each.sysbench for each in facts if each.sysbench})
    tools = {"sysbench": ", ".join(versions)} if versions else {}
    plan = Plan(engine, machine, date, label, {"title": titles, **run}, regime, tools, factors, trials, new_machine)
    plan.remains = _remains(plan, facts)
    return plan


def _values(rows: list[Assigned], name: str) -> list[str]:
    return [row.factors[name] for row in rows if name in row.factors]


def _engine(facts: list[LogFacts], inventory: Inventory) -> Question:
    found = sorted({each.engine for each in facts if each.engine})
    known = ", ".join(f"`{name}`" for name in inventory.engines)
    return Question("engine", f"the database product, one of {known}", found[0] if len(found) == 1 else None)


def _check_name(answers: Answers, key: str, name: str, known: Iterable[str]) -> None:
    if name and name not in known:
        answers.problems.append(Problem(key, 0, f"unknown {key} `{name}`", hint=did_you_mean(name, known)))


def _date(facts: list[LogFacts], answers: Answers) -> dt.date:
    found = min((each.date for each in facts if each.date), default=None)
    text = answers.ask(Question("date", "day of the measurement, YYYYMMDD", f"{found:%Y%m%d}" if found else None))
    try:
        return dt.datetime.strptime(text, "%Y%m%d").date()
    except ValueError:
        if text:
            answers.problems.append(Problem("date", 0, f"`{text}` is not a date", hint="write YYYYMMDD"))
        return dt.date.min


def _label(facts: list[LogFacts]) -> str:
    for each in facts:
        for label, pattern in OPERATIONS:
            if each.statement and pattern.search(each.statement):
                return label
    return "load"


def _run(facts: list[LogFacts], answers: Answers) -> dict[str, Any]:
    """The plain keys of run.toml."""
    versions = sorted({each.engine_version for each in facts if each.engine_version})
    known = explanations("Run")
    questions = [
        Question("engine_version", known["engine_version"], versions[0] if len(versions) == 1 else None),
        Question("contributor", known["contributor"]),
        Question("affiliation", known["affiliation"]),
        Question("paid_by", known["paid_by"], ""),
        Question("licence", known["licence"], "CC-BY-4.0"),
        Question("experiment", known["experiment"], ""),
        Question("replicates", known["replicates"], ""),
        Question("tuning", known["tuning"], None, ("default", "tuned")),
    ]
    values = {question.key: answers.ask(question) for question in questions}
    tuned = answers.ask(Question("tuned", known["tuned"], None if values["tuning"] == "tuned" else ""))
    note = answers.ask(Question("note", known["note"], ""))
    texts = {key: {"en": text, "zh-cn": text, "ko": text} for key, text in (("tuned", tuned), ("note", note)) if text}
    return {"origin": "logs", **{key: value for key, value in values.items() if value}, **texts}


def _regime(answers: Answers) -> dict[str, Any]:
    known = explanations("Regime")
    data = _number(answers, Question("regime.data_mib", known["data_mib"]))
    buffer = _number(answers, Question("regime.buffer_mib", known["buffer_mib"], ""))
    durability = answers.ask(Question("regime.durability", known["durability"], None, ("full", "relaxed", "off")))
    return {"data_mib": data, **({"buffer_mib": buffer} if buffer else {}), "durability": durability}


def _number(answers: Answers, question: Question) -> float:
    text = answers.ask(question)
    number = float(text) if NUMBER.fullmatch(text) else 0.0
    if text and number == 0:
        answers.problems.append(Problem(question.key, 0, f"`{text}` is not a number above 0"))
    return int(number) if number == int(number) else number


def _machine(name: str, answers: Answers) -> dict[str, Any]:
    """The file of a machine that is not described yet."""
    if name and not NAME.fullmatch(name):
        hint = "use a-z, 0-9, dots, hyphens and underscores"
        answers.problems.append(Problem("machine", 0, f"`{name}` is not a name", hint=hint))
    known = explanations("Machine")
    cpu = answers.ask(Question("machine.cpu", known["cpu"]))
    cores = _number(answers, Question("machine.cores", known["cores"]))
    memory = _number(answers, Question("machine.memory_gib", known["memory_gib"]))
    storage = answers.ask(Question("machine.storage", known["storage"]))
    title = {"en": f"{name}: {cpu}, {storage}", "zh-cn": f"{name}:{cpu},{storage}", "ko": f"{name}: {cpu}, {storage}"}
    return {"title": title, "cpu": cpu, "cores": int(cores), "memory_gib": memory, "storage": storage}


def _titles(
    facts: list[LogFacts], engine: str, machine: str, run: dict[str, Any], inventory: Inventory, answers: Answers
) -> dict[str, str]:
    statement = next((" ".join(each.statement.split()) for each in facts if each.statement), "")
    workload = next((str(each.factors["workload"]) for each in facts if "workload" in each.factors), "")
    what = answers.ask(Question("title", "what was measured, in a few words", statement[:80] or workload or "Load"))
    name = inventory.engines[engine].name if engine in inventory.engines else engine
    version = run.get("engine_version", "")
    return {
        language: title.format(what=what, engine=name, version=version, machine=machine)
        for language, title in TITLES.items()
    }


def _starts(facts: list[LogFacts], rows: list[Assigned], answers: Answers) -> None:
    """Ask when the DDL began, unless the CSV says it or there is no DDL beside a load."""
    needed = any(each.statement for each in facts) and any(each.sysbench or each.factors for each in facts)
    if needed and not any(row.ddl_starts_at_s for row in rows):
        text = answers.ask(Question("ddl_starts_at_s", explanations("RunTrial")["ddl_starts_at_s"], ""))
        if text and not NUMBER.fullmatch(text):
            answers.problems.append(Problem("ddl_starts_at_s", 0, f"`{text}` is not a number of seconds"))


def _with_start(rows: list[Assigned], facts: list[LogFacts], answers: Answers) -> list[Assigned]:
    start = answers.values.get("ddl_starts_at_s", "")
    with_ddl = {rows[number].trial for number, each in enumerate(facts) if each.statement and number < len(rows)}
    return [
        Assigned(**{**vars(row), "ddl_starts_at_s": start}) if start and row.trial in with_ddl else row for row in rows
    ]


def _remains(plan: Plan, facts: list[LogFacts]) -> list[str]:
    """What a person should still look at."""
    left = []
    if any(each.statement for each in facts) and not any(row.ddl_starts_at_s for row in plan.trials):
        left.append("trial.toml: `ddl_starts_at_s`, the second of the load at which the DDL began, is not known")
    if "buffer_mib" not in plan.regime:
        left.append("run.toml: `regime.buffer_mib` is not given; without it the run is compared with fewer others")
    if plan.new_machine:
        left.append(f"data/machines/{plan.machine}.toml is new; its title can be made better in each language")
    left.append("run.toml: `title` was put together; make it better in each language if you can")
    return left


def trial_values(row: Assigned, factors: dict[str, Factor]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What trial.toml says: its plain keys, and its factors."""
    values: dict[str, Any] = {"repeat": row.repeat, "outcome": row.outcome}
    if row.reason:
        values["reason"] = row.reason
    if row.control:
        values["control"] = True
    if row.block:
        values["block"] = int(row.block)
    if row.ddl_starts_at_s:
        values["ddl_starts_at_s"] = float(row.ddl_starts_at_s)
    return values, {name: typed(text, factors[name]) for name, text in row.factors.items()}


def sources(rows: list[Assigned], root: Path) -> dict[int, list[Path]]:
    """The logs of each trial."""
    found: dict[int, list[Path]] = {}
    for row in rows:
        found.setdefault(row.trial, []).append(root / row.file)
    return found
