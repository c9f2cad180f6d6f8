"""From the inventory to the tables of sources, trials and figures; and from the logs to the log tables."""

from __future__ import annotations

import csv
import hashlib
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from io import StringIO
from pathlib import Path

import duckdb

from ddlbench import assertions, models
from ddlbench.assertions import Row, assertion_rows, translated
from ddlbench.database import identifier, read_as, transaction
from ddlbench.discover import Inventory, RunFolder, SourceFolder, TrialFolder
from ddlbench.errors import Problem, did_you_mean
from ddlbench.models import Column, Correction, ExcerptTrial, Factor, FactorValue
from ddlbench.parse.read import Log, make_log

NUMBER = {"integer": re.compile(r"-?\d+"), "decimal": re.compile(r"-?\d+(\.\d+)?")}

LARGEST = 10**14
"""What a column of numbers can hold, DECIMAL(18, 4)."""

ENGINE_COLUMNS = {"name", "vendor", "licence", "link", "protocol"}
"""What of an engine's file is in its table; the rest is for the lab."""

RUN_TEXTS = {"title", "tuned", "note", "regime", "tools", "redacted", "factors", "withdrawn"}
"""What of run.toml is not in the column of its name, or not as it stands."""

TRIAL_COLUMNS = {"repeat_no": "repeat", "block_no": "block"} | {
    name: name for name in ("outcome", "reason", "control", "ddl_starts_at_s")
}
"""What trial.toml states, by the column that it is in."""

META_TABLES = (
    "engine",
    "machine",
    "experiment",
    "source",
    "run",
    "file",
    "trial",
    "trial_factor",
    "figure",
    "fact",
    "correction",
    "claim",
    "guidance",
    "guidance_evidence",
    "guidance_history",
)


LEDGER = """
CREATE SCHEMA IF NOT EXISTS ledger;
CREATE TABLE IF NOT EXISTS ledger.run (run_id VARCHAR PRIMARY KEY, mark VARCHAR);
"""
"""The runs whose rows are there, each with a hash of what they were made of."""

OTHERS = {
    "run": "run_id NOT IN (SELECT run_id FROM ledger.run)",
    "trial": "owner_id NOT IN (SELECT run_id FROM ledger.run)",
    "trial_factor": "trial_id NOT IN (SELECT trial_id FROM trial)",
}
"""Which rows are made anew, as runs are not in the ledger; asked of one table after the other, in this order."""


@dataclass(frozen=True)
class TableRow:
    """One row of a table of a source: its factor cells and its measure cells, as published."""

    row_id: str
    source_id: str
    table: str
    file: str
    line: int
    factors: dict[str, str]
    measures: dict[str, str]


class Loader:
    """Collects the rows of an inventory by table, with the problems met; of runs, those that are not there yet."""

    def __init__(self, inventory: Inventory, connection: duckdb.DuckDBPyConnection) -> None:
        self.inventory = inventory
        self.connection = connection
        for statement in LEDGER.strip().split(";\n"):
            connection.execute(statement)
        self.known: dict[str, str] = dict(connection.execute("FROM ledger.run").fetchall())
        self.marks: dict[str, str] = {}
        sources = [Path(str(each.__file__)).read_bytes() for each in (sys.modules[__name__], assertions, models)]
        self.code = hashlib.sha256(b"\0".join(sources)).hexdigest()
        self.rows: dict[str, list[Row]] = {table: [] for table in META_TABLES}
        self.problems: list[Problem] = []
        self.table_rows: list[TableRow] = []

    def collect(self) -> None:
        """Fill `rows` and `problems`."""
        for name, engine in self.inventory.engines.items():
            self.rows["engine"].append({"engine": name, **engine.model_dump(include=ENGINE_COLUMNS)})
        for name, machine in self.inventory.machines.items():
            texts = translated("title", machine.title) | translated("note", machine.note)
            row = machine.model_dump(exclude={"title", "note"})
            self.rows["machine"].append({"machine": name, **row, **texts})
        for name, experiment in self.inventory.experiments.items():
            texts = translated("title", experiment.title) | translated("question", experiment.question)
            self.rows["experiment"].append({"experiment": name, **texts})
        self.rows |= assertion_rows(self.inventory)
        for source in self.inventory.sources.values():
            self._source(source)
        for run in self.inventory.runs.values():
            self._run(run)

    def problem(self, path: str, line: int, message: str, hint: str = "") -> None:
        """Note a problem."""
        self.problems.append(Problem(path, line, message, hint=hint))

    def _run(self, folder: RunFolder) -> None:
        mark = self._mark(folder)
        before = len(self.problems)
        if mark is None or self.known.get(folder.run_id) != mark:
            if folder.date:
                self.rows["run"].append(_run_row(folder))
            for trial in folder.trials:
                self._trial_folder(trial, "run", folder.run_id, folder.run.factors)
        if mark is not None and len(self.problems) == before:  # Else they are told each time.
            self.marks[folder.run_id] = mark

    def _mark(self, folder: RunFolder) -> str | None:
        """A hash of what the rows of a run are made of; None if that is not known."""
        digest = self.inventory.digest(folder)
        return digest and f"{self.code} {digest}"

    def _source(self, folder: SourceFolder) -> None:
        source = folder.source
        row = source.model_dump(include={"author", "publisher", "address", "licence", "published", "language"})
        row |= {"source_id": folder.source_id, "engine": source.engine, "engine_version": source.engine_version}
        row |= translated("title", source.title) | translated("taken", source.taken)
        self.rows["source"].append(row)
        for name, path in folder.tables.items():
            self._figure_table(folder, name, path)
        for excerpt in folder.excerpts:
            self._trial_folder(excerpt, "source", folder.source_id, source.factors)
        self._corrections(folder)

    def _figure_table(self, folder: SourceFolder, name: str, path: str) -> None:
        content = (self.inventory.root / path).read_bytes()
        log = make_log(path, content, content)
        owner = {"owner_kind": "source", "owner_id": folder.source_id, "evidence_level": "transcribed"}
        self.rows["file"].append({"file": path, "format": "csv", "sha256": log.sha256, **_sizes(log), **owner})
        table = folder.source.tables[name]
        reader = csv.reader(StringIO(log.text, newline=""))
        header = next(reader, [])
        if header != list(table.columns):
            self.problem(path, 1, f"the columns are {header}, not {list(table.columns)} as source.toml says")
            return
        for cells in reader:
            if len(cells) != len(header):
                self.problem(path, reader.line_num, f"has {len(cells)} cells, not {len(header)}")
                continue
            row = self._table_row(folder, name, path, reader.line_num, cells)
            self.table_rows.append(row)
            if table.kind == "facts":
                self._facts(row, table.columns)
            else:
                trial = {"trial_id": row.row_id, "table_name": name, "file": path, **translated("place", table.place)}
                self.rows["trial"].append({**trial, "line": row.line, **owner})
                self._figures(row, table.columns)

    def _table_row(self, folder: SourceFolder, name: str, path: str, line: int, cells: list[str]) -> TableRow:
        by_role: dict[str, dict[str, str]] = {"factor": {}, "measure": {}}
        for (column, spec), cell in zip(folder.source.tables[name].columns.items(), cells, strict=True):
            if cell != "":
                by_role[spec.role][column] = cell
        return TableRow(f"{path}:{line}", folder.source_id, name, path, line, by_role["factor"], by_role["measure"])

    def _figures(self, row: TableRow, columns: dict[str, Column]) -> None:
        for column, cell in row.factors.items():
            factor = {"trial_id": row.row_id, "factor": column, "value": cell, "unit": columns[column].unit}
            number = self._number(row.file, row.line, column, columns[column], cell)
            self.rows["trial_factor"].append({**factor, "value_number": number})
        for measure in self._measures(row, columns):
            self.rows["figure"].append({"trial_id": row.row_id, **measure})

    def _facts(self, row: TableRow, columns: dict[str, Column]) -> None:
        item = " / ".join(row.factors.values())
        for measure in self._measures(row, columns):
            self.rows["fact"].append({"source_id": row.source_id, "table_name": row.table, "item": item, **measure})

    def _measures(self, row: TableRow, columns: dict[str, Column]) -> Iterator[Row]:
        for column, cell in row.measures.items():
            number = self._number(row.file, row.line, column, columns[column], cell)
            place = {"unit": columns[column].unit, "file": row.file, "line": row.line}
            yield {"measure": column, "published": cell, "value": number, **place}

    def _number(self, path: str, line: int, column: str, spec: Factor, cell: str) -> Decimal | None:
        if spec.type == "text":
            return None
        if NUMBER[spec.type].fullmatch(cell):
            if abs(Decimal(cell)) < LARGEST:
                return Decimal(cell)
            self.problem(path, line, f"`{cell}` in column `{column}` is too large", f"it must be below {LARGEST}")
            return None
        hint = "write the number alone, without unit or grouping, or leave the cell empty"
        self.problem(path, line, f"`{cell}` in column `{column}` is not {_article(spec.type)}", hint)
        return None

    def _trial_folder(self, folder: TrialFolder, kind: str, owner: str, factors: dict[str, Factor]) -> None:
        level = "raw" if kind == "run" else "excerpt"
        row: Row = {"trial_id": folder.trial_id, "owner_kind": kind, "owner_id": owner, "evidence_level": level}
        if isinstance(folder.trial, ExcerptTrial):
            row |= translated("place", folder.trial.place)
        else:
            row |= {column: getattr(folder.trial, name) for column, name in TRIAL_COLUMNS.items()}
        self.rows["trial"].append(row)
        for name, value in folder.trial.factors.items():
            self._factor(f"{folder.trial_id}/trial.toml", folder.trial_id, name, value, factors)

    def _factor(self, path: str, trial_id: str, name: str, value: FactorValue, factors: dict[str, Factor]) -> None:
        if name not in factors:
            self.problem(path, 0, f"the factor `{name}` is not described", did_you_mean(name, factors))
            return
        number = self._number(path, 0, name, factors[name], str(value))
        row = {"trial_id": trial_id, "factor": name, "value": str(value), "value_number": number}
        self.rows["trial_factor"].append({**row, "unit": factors[name].unit})

    def _corrections(self, folder: SourceFolder) -> None:
        path = f"sources/{folder.source_id}/corrections.toml"
        names = Counter(correction.id for correction in folder.corrections)
        for name, count in names.items():
            if count > 1:
                self.problem(path, 0, f"the id `{name}` stands {count} times", "give each correction an id of its own")
        for correction in folder.corrections:
            self._correction(folder, correction)

    def _correction(self, folder: SourceFolder, correction: Correction) -> None:
        path = f"sources/{folder.source_id}/corrections.toml"
        row = correction.model_dump(include={"published", "corrected", "kind", "noted"})
        row |= {"source_id": folder.source_id, "correction_id": correction.id, "measure": correction.column}
        row |= translated("reason", correction.reason) | translated("evidence", correction.evidence)
        targets = self._targets(folder, correction)
        if not targets:
            hint = "look up `where` in the table; a correction must meet what it corrects"
            self.problem(path, 0, f"correction `{correction.id}` matches nothing", hint)
        self.rows["correction"] += [{**row, **target} for target in targets]

    def _targets(self, folder: SourceFolder, correction: Correction) -> list[Row]:
        if correction.claim is not None:
            known = correction.claim in self.inventory.claims
            return [{"target_kind": "claim", "claim_id": correction.claim}] if known else []
        if correction.excerpt is not None:
            trial_id = f"sources/{folder.source_id}/excerpts/{correction.excerpt}"
            known = any(excerpt.trial_id == trial_id for excerpt in folder.excerpts)
            return [{"target_kind": "excerpt", "trial_id": trial_id}] if known else []
        if correction.command is not None:
            return [{"target_kind": "statement"}]
        return list(self._corrected_figures(folder, correction))

    def _corrected_figures(self, folder: SourceFolder, correction: Correction) -> Iterator[Row]:
        wanted = {name: {str(each) for each in _listed(value)} for name, value in correction.where.items()}
        for row in self.table_rows:
            published = row.measures.get(correction.column or "")
            if (row.source_id, row.table) != (folder.source_id, correction.table) or published is None:
                continue
            if all(row.factors.get(name) in values for name, values in wanted.items()):
                self._compare_published(folder, correction, row, published)
                found = {"table_name": correction.table, "trial_id": row.row_id}
                yield {"target_kind": "figure", **found, "published": published}

    def _compare_published(self, folder: SourceFolder, correction: Correction, row: TableRow, published: str) -> None:
        if correction.published not in (None, published):
            path = f"sources/{folder.source_id}/corrections.toml"
            message = f"correction `{correction.id}` expects `{correction.published}`, published is `{published}`"
            self.problem(path, 0, f"{message} ({row.row_id})")

    def store(self) -> None:
        """Bring the tables that come from TOML and CSV files to the state of the inventory, in one transaction."""
        stale = [run_id for run_id, mark in self.known.items() if self.marks.get(run_id) != mark]
        fresh = {run_id: mark for run_id, mark in self.marks.items() if self.known.get(run_id) != mark}
        with transaction(self.connection):
            self.connection.execute("DELETE FROM ledger.run WHERE run_id IN (SELECT unnest($runs))", {"runs": stale})
            for table in self.rows:
                self.connection.execute(f"DELETE FROM {identifier(table)} WHERE {OTHERS.get(table, 'true')}")
            for table, rows in self.rows.items():
                insert_rows(self.connection, table, rows)
            self.connection.execute(
                "INSERT INTO ledger.run SELECT unnest($runs), unnest($marks)",
                {"runs": list(fresh), "marks": list(fresh.values())},
            )


def insert_rows(connection: duckdb.DuckDBPyConnection, table: str, rows: Sequence[Row]) -> None:
    """Insert dictionaries into a table; a column that a row lacks becomes NULL."""
    if not rows:
        return
    names = list(dict.fromkeys(name for row in rows for name in row))
    texts = {name: [_text(row.get(name)) for row in rows] for name in names}
    columns = ", ".join(map(identifier, names))
    with read_as(connection, "inserted", texts):
        connection.execute(f"INSERT INTO {identifier(table)} ({columns}) SELECT {columns} FROM inserted")


def _text(value: object) -> str | None:
    """A value as text, so that a column has one type; the table's type does the rest."""
    return value if value is None or isinstance(value, str) else str(value)


def _run_row(folder: RunFolder) -> Row:
    """The row of a run: its path's parts, what run.toml states, its regime."""
    run = folder.run
    row = {"run_id": folder.run_id, "engine": folder.engine, "machine": folder.machine, "date": folder.date}
    # Fields one by one: `model_dump` takes several times as long, and of runs and trials there are thousands.
    row |= {name: value for name, value in (*run, *run.regime) if name not in RUN_TEXTS}
    row |= translated("title", run.title) | translated("tuned", run.tuned) | translated("note", run.note)
    if run.redacted:
        row["redacted"] = ", ".join(f"{count} {kind}" for kind, count in run.redacted.items())
    if run.withdrawn:
        row |= {"withdrawn": run.withdrawn.date, **translated("withdrawn", run.withdrawn.reason)}
    return row


def _listed(value: FactorValue | list[FactorValue]) -> list[FactorValue]:
    return value if isinstance(value, list) else [value]


def _sizes(log: Log) -> Row:
    return {"size_bytes": log.size_bytes, "line_count": log.line_count}


def _article(kind: str) -> str:
    return "an integer" if kind == "integer" else "a decimal number"
