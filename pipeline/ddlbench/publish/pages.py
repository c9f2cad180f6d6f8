"""The data that Hugo makes pages of: JSON files whose cells are texts to print."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

import duckdb

from ddlbench.build import Loaded
from ddlbench.checks import catalogue
from ddlbench.discover import SourceFolder, TrialFolder
from ddlbench.load import TableRow
from ddlbench.models import LANGUAGES, Factor, Machine
from ddlbench.publish import run_html
from ddlbench.publish.assertions import assertions
from ddlbench.publish.charts import Chart
from ddlbench.publish.queries import Answer, Cells, printed
from ddlbench.publish.runbooks import runbook_records
from ddlbench.publish.tables import Table


def write_pages(
    loaded: Loaded,
    answers: dict[str, Answer],
    charts: dict[str, Chart],
    folder: Path,
) -> None:
    """Write the JSON files below `folder`, but for what rests on less or more: that of versions, and `write_counts`."""
    pages = Pages(loaded)
    documents = {
        "sources": pages.sources(),
        "engines": pages.engines(),
        "machines": pages.machines(),
        "tonight": runbook_records(loaded),
        "queries": {name: _query(answer) for name, answer in answers.items()},
        "charts": {name: _chart(chart, answers[chart.query]) for name, chart in charts.items()},
        "assertions": assertions(loaded),
        "checks": catalogue(),
        "findings": pages.findings(),
        "pieces": list(run_html.pieces()),
    }
    for name, document in documents.items():
        _write(document, folder / f"{name}.json")


def write_counts(loaded: Loaded, dictionary: list[Table], folder: Path) -> dict[str, str]:
    """Write what rests on how many rows the tables have; returns the counts of the site."""
    counts = Pages(loaded).counts(dictionary)
    _write({"counts": counts}, folder / "site.json")
    _write([_table(table) for table in dictionary], folder / "tables.json")
    return counts


def _write(document: object, path: Path) -> None:
    path.write_text(json.dumps(document, ensure_ascii=False, sort_keys=True) + "\n", "utf-8")


def _query(answer: Answer) -> dict[str, Any]:
    return {
        "description": answer.description,
        "sql": answer.sql,
        "key": answer.key,
        "columns": list(answer.columns),
        "rows": list(answer.rows),
    }


def _chart(chart: Chart, answer: Answer) -> dict[str, Any]:
    return {
        "query": chart.query,
        "facts": chart.facts,
        "source": chart.source,
        "experiment": chart.experiment,
        "evidence_level": chart.evidence_level,
        "n": chart.n,
        "columns": [{"name": name, "title": title, "unit": None} for name, title in chart.titles.items()],
        "rows": list(answer.rows),
    }


def _table(table: Table) -> dict[str, Any]:
    return {
        "name": table.name,
        "kind": table.kind,
        "comment": table.comment,
        "row_count": str(table.row_count),
        "columns": [vars(column) for column in table.columns],
        "downloads": table.downloads,
    }


def hardware(machine: Machine) -> dict[str, Any]:
    """A machine as pages show it."""
    row = machine.model_dump(include={"cpu", "storage", "virtualisation", "kernel", "shared"})
    numbers = {"cores": str(machine.cores), "memory_gib": str(machine.memory_gib).removesuffix(".0")}
    note = machine.note.by_language() if machine.note else None
    return row | numbers | {"title": machine.title.by_language(), "note": note}


class Pages:
    """Reads a loaded project for its pages."""

    def __init__(self, loaded: Loaded) -> None:
        self.connection: duckdb.DuckDBPyConnection = loaded.connection
        self.inventory = loaded.inventory
        self.table_rows = loaded.table_rows

    def rows(self, query: str, **parameters: str) -> list[Cells]:
        """Rows of a query as texts."""
        cursor = self.connection.execute(query, parameters)
        names = [column[0] for column in cursor.description or []]
        return [dict(zip(names, map(printed, row), strict=True)) for row in cursor.fetchall()]

    def counts(self, dictionary: list[Table]) -> dict[str, str]:
        """How much the site rests on."""
        by_name = {table.name: table.row_count for table in dictionary}
        [(rows,)] = self.connection.execute("SELECT count(*) FROM log_row").fetchall()
        numbers = {
            "runs": len(self.inventory.runs),
            "sources": by_name["source"],
            "trials": by_name["trial"],
            "figures": by_name["figure"] + by_name["fact"],
            "files": by_name["file"],
            "rows": rows,
        }
        return {name: str(number) for name, number in numbers.items()}

    def engines(self) -> dict[str, Any]:
        """Engines with what is known of them here: versions measured, runs and sources."""
        seen = {
            str(row["engine"]): row
            for row in self.rows(
                "SELECT engine, count(*) AS runs, string_agg(DISTINCT engine_version, '\n' ORDER BY engine_version) "
                "AS versions FROM run WHERE withdrawn IS NULL GROUP BY engine"
            )
        }
        return {
            name: {
                "id": name,
                **engine.model_dump(include={"name", "vendor", "licence", "link", "protocol"}),
                "publication_note": engine.publication_note and engine.publication_note.by_language(),
                "runs": seen.get(name, {}).get("runs") or "0",
                "versions": [each for each in (seen.get(name, {}).get("versions") or "").split("\n") if each],
                "sources": [key for key, folder in self.inventory.sources.items() if folder.source.engine == name],
            }
            for name, engine in self.inventory.engines.items()
        }

    def machines(self) -> dict[str, Any]:
        """Machines with their hardware and the number of their runs."""
        counted = {
            row["machine"]: row["runs"]
            for row in self.rows("SELECT machine, count(*) AS runs FROM run WHERE withdrawn IS NULL GROUP BY machine")
        }
        return {
            name: {"id": name, **hardware(machine), "runs": counted.get(name) or "0"}
            for name, machine in self.inventory.machines.items()
        }

    def sources(self) -> dict[str, Any]:
        """Everything about every source, by its id."""
        engines = self.inventory.engines
        return {
            source_id: {
                "id": source_id,
                **self._description(folder),
                "engine_name": engines[folder.source.engine].name,
                "tables": [self._figure_table(folder, name) for name in folder.source.tables],
                "excerpts": [self._excerpt(folder, excerpt) for excerpt in folder.excerpts],
                "files": self._files("owner_kind = 'source' AND owner_id = $id", source_id),
                "corrections": self._corrections(source_id),
                "claims": self._claims(source_id),
                "commands": [each.model_dump(by_alias=True) for each in folder.source.commands],
            }
            for source_id, folder in self.inventory.sources.items()
        }

    def findings(self) -> dict[str, list[Cells]]:
        """What the checks found, by the kind and name of what it is about, as `source/000`."""
        found: dict[str, list[Cells]] = {}
        for row in self.rows("SELECT *, owner_kind || '/' || owner_id AS owner FROM check_finding ORDER BY ALL"):
            found.setdefault(row["owner"] or "others", []).append(row)
        return found

    def _description(self, folder: SourceFolder) -> dict[str, Any]:
        source = folder.source
        names = {"author", "publisher", "address", "licence", "published", "language", "engine", "engine_version"}
        texts = {"title": source.title.by_language(), "taken": source.taken.by_language()}
        return source.model_dump(include=names) | texts

    def _figure_table(self, folder: SourceFolder, name: str) -> dict[str, Any]:
        table = folder.source.tables[name]
        columns = [
            {"name": column, **spec.model_dump(by_alias=True, include={"role", "type", "unit", "title", "labels"})}
            for column, spec in table.columns.items()
        ]
        rows = [row for row in self.table_rows if (row.source_id, row.table) == (folder.source_id, name)]
        return {
            "name": name,
            "kind": table.kind,
            "title": table.title.by_language(),
            "note": table.note.by_language() if table.note else None,
            "place": table.place.by_language(),
            "file": folder.tables[name],
            "columns": columns,
            "rows": [self._table_row(row, list(table.columns)) for row in rows],
        }

    def _table_row(self, row: TableRow, columns: list[str]) -> dict[str, Any]:
        cells = {**row.factors, **row.measures}
        return {
            "line": str(row.line),
            "trial": row.row_id,
            "cells": [cells.get(column) for column in columns],
            "corrections": self._corrected.get(row.row_id, {}),
        }

    @functools.cached_property
    def _corrected(self) -> dict[str, dict[str, list[str]]]:
        """The ids of corrections by the rows that they meet and the measures in these."""
        found: dict[str, dict[str, list[str]]] = {}
        query = "SELECT trial_id, measure, correction_id FROM correction WHERE trial_id IS NOT NULL ORDER BY ALL"
        for row in self.rows(query):
            of_row = found.setdefault(str(row["trial_id"]), {})
            of_row.setdefault(str(row["measure"]), []).append(str(row["correction_id"]))
        return found

    def _excerpt(self, folder: SourceFolder, excerpt: TrialFolder) -> dict[str, Any]:
        return {
            "trial": excerpt.trial_id,
            "number": excerpt.trial_id.rpartition("/")[2],
            **excerpt.trial.model_dump(by_alias=True, include={"place", "engine", "engine_version"}),
            "factors": [
                _factor(name, str(value), folder.source.factors[name]) for name, value in excerpt.trial.factors.items()
            ],
            "files": self._files("trial_id = $id", excerpt.trial_id),
        }

    def _files(self, condition: str, id: str) -> list[Cells]:
        query = "SELECT file, sha256, size_bytes, line_count, format, evidence_level FROM file WHERE "
        return self.rows(f"{query}{condition} ORDER BY file", id=id)

    def _corrections(self, source_id: str) -> list[dict[str, Any]]:
        rows = self.rows(
            'SELECT correction_id AS id, kind, measure AS "column", table_name AS "table", claim_id AS claim, '
            "published, corrected, noted, trial_id, COLUMNS('^(reason|evidence)_') "
            "FROM correction WHERE source_id = $id ORDER BY correction_id, trial_id",
            id=source_id,
        )
        merged: dict[str, dict[str, Any]] = {}
        for row in rows:
            texts = {name: _by_language(row, name) for name in ("reason", "evidence")}
            trial = row.pop("trial_id")
            entry = merged.setdefault(str(row["id"]), {**row, **texts, "trials": []})
            entry["trials"] += [trial] if trial else []
        return list(merged.values())

    def _claims(self, source_id: str) -> list[dict[str, Any]]:
        rows = self.rows(
            "SELECT claim_id AS id, place_en, place_zh_cn, place_ko, filled.text_en, filled.text_zh_cn, filled.text_ko "
            "FROM claim "
            "JOIN assertion_text AS filled ON filled.kind = 'claim' AND assertion_id = claim_id AND name = 'text' "
            "WHERE source_id = $id ORDER BY claim_id",
            id=source_id,
        )
        return [{"id": row["id"], **{name: _by_language(row, name) for name in ("place", "text")}} for row in rows]


def _by_language(row: Cells, name: str) -> dict[str, str | None]:
    """Take the columns of a text out of a row."""
    return {language: row.pop(f"{name}_{language.replace('-', '_')}") for language in LANGUAGES}


def _factor(name: str, value: str, factor: Factor) -> dict[str, Any]:
    return {"name": name, "value": value, "unit": factor.unit, "title": factor.title.by_language()}
