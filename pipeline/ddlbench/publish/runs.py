"""What is known of each run and what its page shows, its intervals, its logs packed; only of runs whose input changed.

A query of `sql/runs/` gives one part of the pages for all changed runs at once; its rows name their run and trial.
"""

from __future__ import annotations

import csv
import hashlib
import json
import re
import shutil
from collections.abc import Iterable, Iterator
from decimal import Decimal
from io import StringIO
from pathlib import Path
from typing import Any

import duckdb

from ddlbench import models
from ddlbench.database import statements
from ddlbench.discover import Inventory, RunFolder, TrialFolder
from ddlbench.errors import DdlbenchError
from ddlbench.models import RunTrial, Translated
from ddlbench.parse.read import read_log
from ddlbench.publish import archives, run_html, run_pages
from ddlbench.publish.pages import hardware
from ddlbench.publish.queries import Cells, printed
from ddlbench.publish.run_html import made_page
from ddlbench.publish.run_pages import run_page

Json = dict[str, Any]
Parts = dict[str, dict[str, list[Cells]]]

PAGES = "pages"
DOWNLOADS = "downloads"
SIGNATURES = "signatures.json"
SINGLE = ("histograms", "impacts", "regimes", "reports", "temp_files", "windows")
"""Parts of which a trial has one row at most."""

LINE_LIMIT = 300
"""Characters of a log line that a page shows."""

STATEMENTS = 4
"""Statements of a trial that its page shows with their log lines; a matrix of what is allowed has many."""

STATEMENT_LINES = 40
RESULT = re.compile("Query OK|ERROR|Time: ")
"""With what the last line of a statement begins, in the transcripts of `mysql` and `psql`."""


def write_runs(connection: duckdb.DuckDBPyConnection, inventory: Inventory, folder: Path, current: Path) -> int:
    """Bring the files below `folder` to the state of the runs; returns how many runs were written.

    What the `current` version has as it should be gets a second name here.
    """
    if not (folder / SIGNATURES).exists():  # Nobody knows what a build that was stopped has left there.
        shutil.rmtree(folder, ignore_errors=True)
    for name in (PAGES, DOWNLOADS):
        (folder / name).mkdir(parents=True, exist_ok=True)
    known, there = _ledger(folder), _ledger(current)
    wanted = signatures(connection, inventory)
    changed = sorted(name for name, mark in wanted.items() if known.get(name) != mark)
    (folder / SIGNATURES).unlink(missing_ok=True)
    for stale in [*changed, *(known.keys() - wanted.keys())]:
        for path in _files(folder, stale):
            path.unlink(missing_ok=True)
    missing = [name for name in changed if there.get(name) != wanted[name]]
    for name in set(changed).difference(missing):
        for path, other in zip(_files(folder, name), _files(current, name), strict=True):
            if other.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.hardlink_to(other)
    if missing:
        _write(connection, inventory, missing, folder)
    (folder / SIGNATURES).write_text(json.dumps(wanted, sort_keys=True), "utf-8")
    return len(missing)


def _ledger(folder: Path) -> dict[str, str]:
    """The marks of the runs whose files are in a folder; none if they may not be whole."""
    path = folder / SIGNATURES
    found: dict[str, str] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return found


def signatures(connection: duckdb.DuckDBPyConnection, inventory: Inventory) -> dict[str, str]:
    """What the page of each run depends on, as a hash: its files, their formats, the queries, machine, noise."""
    logs = _by_run(
        connection,
        "SELECT owner_id, string_agg(log.sha256 || parse_key, ' ' ORDER BY file) "
        "FROM file JOIN ledger.log USING (file) WHERE owner_kind = 'run' GROUP BY ALL",
    )
    # Control trials of other runs show the noise of this one too.
    noise = _by_run(
        connection,
        "SELECT run_id, string_agg(DISTINCT noise_group || noise_pct, ' ' ORDER BY noise_group || noise_pct) "
        "FROM regime JOIN noise_floor USING (noise_group) GROUP BY run_id",
    )
    modules = (__file__, archives.__file__, run_html.__file__, run_pages.__file__, str(models.__file__))
    places = [*map(Path, modules), *sorted(run_html.TEMPLATES.glob("*.html"))]
    sources = [place.read_text("utf-8") for place in places]
    code = _hash(*sources, *statements("runs").values(), *statements("views").values())
    engines = {name: engine.name for name, engine in inventory.engines.items()}
    machines = {name: _hash(machine) for name, machine in inventory.machines.items()}
    return {
        name: _hash(
            code,
            logs.get(name),
            noise.get(name),
            *_stated(inventory, run),
            engines.get(run.engine),
            machines.get(run.machine),
        )
        for name, run in inventory.runs.items()
        if run.date
    }


def _stated(inventory: Inventory, run: RunFolder) -> Iterator[object]:
    """What a run's files state, by their digest if it is known, and which logs lie beside them."""
    yield run.run_id, [trial.logs for trial in run.trials]
    yield inventory.digest(run) or (run.run, [trial.trial for trial in run.trials])


def _by_run(connection: duckdb.DuckDBPyConnection, query: str) -> dict[str, str]:
    return dict(connection.execute(query).fetchall())


def _hash(*parts: object) -> str:
    return hashlib.sha256("\0".join(map(repr, parts)).encode()).hexdigest()


def _files(folder: Path, run_id: str) -> tuple[Path, Path, Path, Path]:
    """The page of a run for Hugo, and to download: its record, its intervals, its logs."""
    page, downloads = folder / PAGES / run_id, folder / DOWNLOADS / run_id
    record, intervals, logs = (downloads.with_name(f"{downloads.name}.{form}") for form in ("json", "csv", "tar.gz"))
    return page.with_name(f"{page.name}.json"), record, intervals, logs


def _write(connection: duckdb.DuckDBPyConnection, inventory: Inventory, changed: list[str], folder: Path) -> None:
    connection.execute("CREATE OR REPLACE TEMP TABLE changed_run AS SELECT unnest($runs) AS run_id", {"runs": changed})
    queries = statements("runs")
    intervals = _by_trial(connection, queries.pop("intervals"))
    parts: Parts = {name: _by_trial(connection, sql) for name, sql in queries.items()}
    connection.execute("DROP TABLE changed_run")
    for run_id in changed:
        run = inventory.runs[run_id]
        page, whole, download, archive = _files(folder, run_id)
        for path in (page, whole):
            path.parent.mkdir(parents=True, exist_ok=True)
        record = RunRecord(inventory, run, parts).record()
        logs = {file["file"]: file["sha256"] for trial in record["trials"] for file in trial["files"]}
        rows = [row for trial in run.trials for row in intervals.get(trial.trial_id, [])]
        archived = archives.write_archive(inventory.root, run_id, logs, archive)
        record |= {"archive": archived, "intervals": bool(rows)}
        whole.write_text(_tight(record), "utf-8")
        page.write_text(_tight(made_page(run_page(record))), "utf-8")
        if rows:
            download.write_text(_csv(rows), "utf-8")


def _tight(document: Json) -> str:
    """A document as JSON without blanks: there are thousands of them."""
    return json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n"


def _by_trial(connection: duckdb.DuckDBPyConnection, sql: str) -> dict[str, list[Cells]]:
    cursor = connection.execute(sql)
    names = [column[0] for column in cursor.description or []]
    found: dict[str, list[Cells]] = {}
    for row in cursor.fetchall():
        cells = dict(zip(names, map(printed, row), strict=True))
        cells.pop("run_id")
        found.setdefault(str(cells.pop("trial_id")), []).append(cells)
    return found


def _csv(rows: Iterable[Cells]) -> str:
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for number, row in enumerate(rows):
        if number == 0:
            writer.writerow(row)
        writer.writerow(row.values())
    return text.getvalue()


class RunRecord:
    """All that is known of one run."""

    def __init__(self, inventory: Inventory, folder: RunFolder, parts: Parts) -> None:
        self.inventory = inventory
        self.folder = folder
        self.parts = parts

    def record(self) -> Json:
        """The whole record."""
        folder, run = self.folder, self.folder.run
        stated = {"engine_version", "origin", "experiment", "replicates", "contributor", "affiliation", "paid_by"}
        engine = self.inventory.engines.get(folder.engine)
        trials = [self._trial(trial, trial.trial) for trial in folder.trials if isinstance(trial.trial, RunTrial)]
        return {
            "id": folder.run_id,
            "engine": folder.engine,
            "engine_name": engine.name if engine else folder.engine,
            "machine": folder.machine,
            "hardware": self._hardware(),
            "date": str(folder.date),
            **run.model_dump(include=stated | {"licence", "tuning", "tools"}),
            **{name: _texts(getattr(run, name)) for name in ("title", "tuned", "note")},
            "regime": {name: _number(value) for name, value in run.regime.model_dump().items()},
            "withdrawn": run.withdrawn
            and {"date": str(run.withdrawn.date), "reason": run.withdrawn.reason.by_language()},
            "factors": [
                {
                    "name": name,
                    "title": factor.title.by_language(),
                    "unit": factor.unit,
                    "values": sorted({trial["values"][name] for trial in trials if name in trial["values"]}),
                }
                for name, factor in run.factors.items()
            ],
            "trials": trials,
            **_summary(trials),
        }

    def _hardware(self) -> Json | None:
        machine = self.inventory.machines.get(self.folder.machine)
        if machine is None:
            return None
        return hardware(machine)

    def _trial(self, folder: TrialFolder, trial: RunTrial) -> Json:
        parts = {name: rows.get(folder.trial_id, []) for name, rows in self.parts.items()}
        charts = {str(chart.pop("measure")): chart for chart in map(dict, parts.pop("charts"))}
        one = {name: next(iter(parts.pop(name)), None) for name in SINGLE}
        return {
            "number": folder.trial_id.rpartition("/")[2],
            **trial.model_dump(include={"outcome", "reason", "control"}),
            "repeat": str(trial.repeat),
            "block": _number(trial.block),
            "values": {name: str(value) for name, value in trial.factors.items()},
            "charts": charts,
            "lines": [self._answer(row) for row in parts.pop("statements")[:STATEMENTS]],
            **one,
            **parts,
        }

    def _answer(self, row: Cells) -> Json:
        """The log lines of a statement, up to the one with its result."""
        file, line = str(row["file"]), int(str(row["line"]))
        try:
            lines = read_log(self.inventory.root / file, file).text.split("\n")[line - 1 : line - 1 + STATEMENT_LINES]
        except DdlbenchError:
            lines = []  # The build has reported it.
        ends = next((number for number, text in enumerate(lines, 1) if RESULT.match(text)), len(lines))
        shown = [text[:LINE_LIMIT] for text in lines[:ends]]
        while shown and not shown[-1]:
            shown.pop()
        return {"file": file, "line": str(line), "last": str(line + len(shown) - 1), "text": "\n".join(shown)}


def _summary(trials: list[Json]) -> Json:
    """What lists say of a run: how many trials, and between which bounds their results lie."""
    impacts = [trial["impacts"] for trial in trials if trial["impacts"] and trial["outcome"] == "completed"]
    bounds = {}
    for name in ("duration_s", "kept_pct"):
        values = sorted((each[name] for each in impacts if each[name] is not None), key=Decimal)
        bounds[name] = [values[0], values[-1]] if values else None
    failed = sum(trial["outcome"] == "failed" for trial in trials)
    return {"trial_count": str(len(trials)), "failed_count": str(failed), **bounds}


def _texts(text: Translated | None) -> dict[str, str] | None:
    return text.by_language() if text else None


def _number(value: object) -> str | None:
    """A number of a TOML file as printed, without a trailing `.0`."""
    return None if value is None else str(value).removesuffix(".0")
