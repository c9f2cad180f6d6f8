"""Which log belongs to which trial: proposed from file names and the logs themselves, or read from a CSV file."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from io import StringIO
from pathlib import Path

from ddlbench.contribute.survey import DAY, LogFacts
from ddlbench.errors import DdlbenchError, Problem, did_you_mean
from ddlbench.experiment import Experiment
from ddlbench.factors import abbreviations, known_factors
from ddlbench.lab.design import ordered

FIXED = ("file", "trial", "repeat", "block", "outcome", "reason", "control", "ddl_starts_at_s")
"""Columns of the CSV that are not factors."""

WORKLOADS = re.compile(
    r"oltp_(?:read_write|read_only|write_only|point_select|update_index|update_non_index|insert|delete)"
    r"|select_random_(?:points|ranges)|bulk_insert|tpcc|tpch|ycsb"
)
ALGORITHMS = ("inplace", "copy", "instant", "nocopy")
ROLES = re.compile(
    r"sysbench|sb|client|ddl|mysql|mariadb|psql|postgres(?:ql)?|tidb|alter|index|add|create|log|logs|out|output|result"
    r"|results|run|trial|session|timeline|server|progress|locks|variables|tempfiles|replica|bench|load|test"
)
"""Words of a file name that say what wrote it, not what was varied."""

PAIR = re.compile(
    r"(?<![A-Za-z0-9])([A-Za-z][A-Za-z_]*?)(?:=|[-_]?)(\d+(?:\.\d+)?[kKmMgG]?)(?:s|th|rd|nd)?(?![A-Za-z0-9])"
)
SUFFIXED = re.compile(r"(?<![A-Za-z0-9])(\d+)[-_]?([A-Za-z]{3,})(?![A-Za-z0-9])")
NAMED = re.compile(r"(?<![A-Za-z0-9])([A-Za-z][A-Za-z_]*)=(\d+\.\d+(?![A-Za-z0-9.])|[A-Za-z0-9]+)")
REPEAT = re.compile(r"repeat|rep|r|run|iter|iteration|round|trial|take|try|attempt|n")
BARE = re.compile(r"(?<![A-Za-z0-9])(?<!\d\.)(\d{1,3})(?!\.?[A-Za-z0-9])")
WORD = re.compile(r"[A-Za-z]+")
PACKED = re.compile(r"(?:\.(?:gz|zst|xz|log|txt|out|jsonl|json|csv|stdout|stderr))+$")


@dataclass(frozen=True)
class Assigned:
    """One log and the trial it belongs to; numbers of trials and repeats count from 1."""

    file: str
    trial: int
    repeat: int = 1
    outcome: str = "completed"
    reason: str = ""
    control: bool = False
    ddl_starts_at_s: str = ""
    block: str = ""
    factors: dict[str, str] = field(default_factory=dict)

    def fixed(self) -> list[str]:
        """The cells of the columns that are not factors."""
        numbers = [str(self.trial), str(self.repeat), self.block]
        return [self.file, *numbers, self.outcome, self.reason, str(self.control).lower(), self.ddl_starts_at_s]


@dataclass(frozen=True)
class Named:
    """What a file name says."""

    factors: dict[str, str]
    repeat: int | None
    words: tuple[str, ...]


def read_name(name: str) -> Named:
    """Factors and repeat of a path; what cannot be told apart stays as words."""
    rest = DAY.sub(" ", PACKED.sub("", name))
    factors: dict[str, str] = {}
    repeat: int | None = None
    for found in WORKLOADS.findall(rest):
        factors["workload"] = found
    rest = WORKLOADS.sub(" ", rest)
    for word, value in NAMED.findall(rest):
        factors[_factor(word)] = value
    rest = NAMED.sub(" ", rest)
    for value, word in SUFFIXED.findall(rest):
        if word.lower() in abbreviations():
            factors[_factor(word)] = value
            rest = re.sub(rf"(?<![A-Za-z0-9]){value}[-_]?{word}", " ", rest)
    for word, value in PAIR.findall(rest):
        if REPEAT.fullmatch(word.lower()) and value.isdigit():
            repeat = int(value)
        elif not ROLES.fullmatch(word.lower()) or word.lower() in abbreviations():
            factors[_factor(word)] = value
        elif value.isdigit():
            repeat = int(value)
    rest = PAIR.sub(" ", rest)
    bare = BARE.findall(rest)
    if repeat is None and len(bare) == 1:
        repeat = int(bare[0])
    words = [word.lower() for word in WORD.findall(rest)]
    for word in words:
        if word in ALGORITHMS:
            factors["algorithm"] = word
    return Named(factors, repeat, tuple(word for word in words if word not in ALGORITHMS and not ROLES.fullmatch(word)))


def _factor(word: str) -> str:
    lower = word.lower().strip("_")
    return abbreviations().get(lower, lower)


def propose(facts: list[LogFacts], root: Path) -> list[Assigned]:
    """The trials that names and contents of logs suggest: same values and repeat, same trial."""
    names = [each.path.relative_to(root).as_posix() for each in facts]
    said = _with_settings([read_name(name) for name in names])
    groups: dict[tuple[object, ...], list[int]] = {}
    for number, each in enumerate(said):
        key = (tuple(sorted(each.factors.items())), each.repeat, _again(groups, facts, each, number))
        groups.setdefault(key, []).append(number)
    rows: list[Assigned] = []
    repeats: dict[tuple[tuple[str, str], ...], int] = {}
    for trial, members in enumerate(_ordered(groups), start=1):
        values = _values(said[members[0]], [facts[number] for number in members])
        setting = tuple(sorted(values.items()))
        repeats[setting] = repeats.get(setting, 0) + 1
        row = Assigned("", trial, repeats[setting], factors=values)
        failure = next((facts[number].failure for number in members if facts[number].failure), None)
        row = replace(row, outcome="failed", reason=failure) if failure else row
        rows += [replace(row, file=names[number]) for number in members]
    return rows


def _ordered(groups: dict[tuple[object, ...], list[int]]) -> list[list[int]]:
    return sorted(groups.values())


def _again(groups: dict[tuple[object, ...], list[int]], facts: list[LogFacts], named: Named, number: int) -> int:
    """Which trial of the same name this is: two logs of one format are two trials."""
    same = [
        members for key, members in groups.items() if key[:2] == (tuple(sorted(named.factors.items())), named.repeat)
    ]
    for place, members in enumerate(same):
        if facts[number].format not in {facts[member].format for member in members}:
            return place
    return len(same)


def _with_settings(said: list[Named]) -> list[Named]:
    """Words that differ between files become the factor `setting`; those of all files say nothing."""
    common = set.intersection(*(set(each.words) for each in said)) if said else set()
    settings = ["-".join(word for word in each.words if word not in common) for each in said]
    if not all(settings):
        return said
    return [replace(each, factors={**each.factors, "setting": word}) for each, word in zip(said, settings, strict=True)]


def _values(named: Named, facts: list[LogFacts]) -> dict[str, str]:
    """Values of a trial; what a log itself says goes before its name."""
    told = {name: str(value) for each in facts for name, value in each.factors.items()}
    return {**named.factors, **told}


def designed(experiment: Experiment, engine: str) -> list[Assigned]:
    """The trials of an experiment in their random order, each still without its log."""
    return [
        Assigned(
            "",
            point.number,
            point.repeat,
            control=point.control,
            block=str(point.block),
            factors={name: str(value) for name, value in point.setting.items()},
        )
        for point in ordered(experiment, engine, experiment.seed)
    ]


def disagreements(facts: list[LogFacts], root: Path) -> list[Problem]:
    """Warnings where a file name gives another value than the log itself."""
    found = []
    for each in facts:
        name = each.path.relative_to(root).as_posix()
        for factor, text in read_name(name).factors.items():
            told = each.factors.get(factor)
            if told is not None and str(told) != text:
                message = f"the name says `{factor}` is {text}, the log says {told}; the log counts"
                found.append(Problem(name, 0, message, "warning", hint="is it the right log?"))
    return found


def factor_names(rows: Iterable[Assigned]) -> list[str]:
    """Every factor, the known ones first and in their order."""
    used = {name for row in rows for name in row.factors}
    return [name for name in known_factors() if name in used] + sorted(used - known_factors().keys())


def to_csv(rows: list[Assigned]) -> str:
    """The CSV that maps files to trials."""
    factors = factor_names(rows)
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*FIXED, *factors])
    for row in rows:
        writer.writerow([*row.fixed(), *(row.factors.get(name, "") for name in factors)])
    return text.getvalue()


def from_csv(path: Path, files: list[str]) -> list[Assigned]:
    """The trials of a CSV file; raises `DdlbenchError` with everything that is wrong with it."""
    problems: list[Problem] = []
    reader = csv.DictReader(StringIO(path.read_text("utf-8-sig"), newline=""))
    header = list(reader.fieldnames or [])
    for column in ("file", "trial"):
        if column not in header:
            problems.append(
                Problem(str(path), 1, f"the column `{column}` is missing", hint=did_you_mean(column, header))
            )
    if problems:
        raise DdlbenchError(problems)
    rows = list(_csv_rows(reader, str(path), problems))
    for name in sorted({row.file for row in rows} - set(files)):
        problems.append(Problem(str(path), 0, f"`{name}` is none of the logs", hint=did_you_mean(name, files)))
    for name in sorted(set(files) - {row.file for row in rows}):
        problems.append(Problem(str(path), 0, f"the log `{name}` has no row", hint="add a row, or leave the log out"))
    if problems:
        raise DdlbenchError(problems)
    return rows


def _csv_rows(reader: csv.DictReader[str], path: str, problems: list[Problem]) -> Iterator[Assigned]:
    for cells in reader:
        if None in cells or None in cells.values():
            problems.append(Problem(path, reader.line_num, "has more or fewer cells than the first line"))
            continue
        numbers = {name: cells.get(name) or "1" for name in ("trial", "repeat", "block")}
        wrong = [name for name, value in numbers.items() if not re.fullmatch(r"[1-9]\d{0,2}", value)]
        if wrong:
            problems.append(Problem(path, reader.line_num, f"`{wrong[0]}` is not a number from 1 to 999"))
            continue
        yield Assigned(
            cells["file"],
            int(numbers["trial"]),
            int(numbers["repeat"]),
            cells.get("outcome") or "completed",
            cells.get("reason") or "",
            (cells.get("control") or "").lower() == "true",
            cells.get("ddl_starts_at_s") or "",
            cells.get("block") or "",
            {name: value for name, value in cells.items() if name not in FIXED and value},
        )
