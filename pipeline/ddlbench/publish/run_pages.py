"""What the templates of a run print: its record with numbers, addresses and drawings ready.

Words stand here as keys of `i18n/`; texts are not escaped, which is the templates' part.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import quote

from ddlbench.publish.charts import shown
from ddlbench.publish.queries import Cells

Json = dict[str, Any]

LISTED = ("id", "engine", "engine_name", "engine_version", "machine", "date", "title", "tuning", "origin", "withdrawn")
STATED = ("note", "tuned", "contributor", "affiliation", "paid_by", "licence", "tools", "experiment")
OTHERS = ("replicates", "archive", "intervals", "trial_count")

LOG_PAGE = "../../../../log/"
"""The page that prints lines of logs, in the same language, as seen from the page of a run."""

MEASURES = (
    ("duration_s", "statement"),
    ("before_tps", "baseline"),
    ("kept_pct", "ddl"),
    ("before_ms", "baseline"),
    ("during_ms", "ddl"),
    ("stall_s", "ddl"),
)
"""The columns of the table of trials, each with the lines that it is computed from: a phase's, or the statement's."""

LONG_TITLE = 24
DASH = " \N{EN DASH} "
STEPS = (1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14400)
MOST_TICKS = 7
NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
VERSION = re.compile(r"v?[0-9]+(\.[0-9]+)*")


def run_page(record: Json) -> Json:
    """What the page of a run prints, from its record."""
    factors = [factor for factor in record["factors"] if len(factor["values"]) > 1]
    fixed = [factor for factor in record["factors"] if len(factor["values"]) == 1]
    version = VERSION.match(record["engine_version"])
    regime = record["regime"]
    return {
        **{name: record[name] for name in (*LISTED, *STATED, *OTHERS)},
        "version": version[0] if version else record["engine_version"],
        "data": " / ".join(f"{number(regime[name])} MiB" for name in ("data_mib", "buffer_mib") if regime[name]),
        "regime": _regime(record),
        "known_machine": record["hardware"] is not None,
        "duration": _range(record["duration_s"]),
        "kept": _range(record["kept_pct"]),
        "factors": [_factor(factor) for factor in factors],
        "fixed": [_factor(factor) | {"value": number(factor["values"][0])} for factor in fixed],
        "trials": [_trial(trial, factors) for trial in record["trials"]],
    }


def number(cell: str | None) -> str | None:
    """A cell as shown; None for one without a value."""
    return shown(cell) if cell else None


def log_lines(row: Cells) -> str:
    """The address of a log or of lines of it, which a row names."""
    return f"{LOG_PAGE}?file={quote(str(row['file']))}" + (f"&line={_span(row)}" if row.get("line") else "")


def _span(row: Cells) -> str:
    line, last = row["line"], row.get("last")
    return f"{line}-{last}" if last and last != line else str(line)


def _link(row: Cells) -> Json:
    """A link to a log or to lines of it."""
    name = PurePosixPath(str(row["file"])).name
    return {"address": log_lines(row), "label": f"{name}:{_span(row)}" if row.get("line") else name}


def _range(bounds: list[str] | None) -> str | None:
    return DASH.join(dict.fromkeys(map(shown, bounds))) if bounds else None


def _regime(record: Json) -> Json:
    """What of two runs must agree, besides the factors, for their figures to be compared; words as keys."""
    classes = next((trial["regimes"] for trial in record["trials"] if trial["regimes"]), None) or {}
    hardware = record["hardware"] or {}
    return {
        "data_against_buffer": f"class_{classes.get('buffer_class') or 'unknown'}",
        "data_against_memory": f"class_{classes.get('memory_class') or 'unknown'}",
        "storage": hardware.get("storage"),
        "cores": hardware.get("cores"),
        "durability": f"durability_{record['regime']['durability']}",
    }


def _factor(factor: Json) -> Json:
    numbers = all(NUMBER.fullmatch(value) for value in factor["values"])
    long = any(len(title) > LONG_TITLE for title in factor["title"].values())
    return {"title": factor["title"], "unit": factor["unit"], "kind": "integer" if numbers else "word", "long": long}


def _trial(trial: Json, factors: list[Json]) -> Json:
    impacts = trial["impacts"] or {}
    lines = _lines(trial)
    effect = impacts.get("effect")
    return {
        **{name: trial[name] for name in ("number", "repeat", "reason")},
        "outcome": "control" if trial["control"] else f"outcome_{trial['outcome']}",
        "failed": trial["outcome"] == "failed",
        "values": [number(trial["values"].get(factor["name"])) for factor in factors],
        "measures": [
            {"value": number(impacts.get(name)), "lines": impacts.get(name) and lines.get(source)}
            for name, source in MEASURES
        ],
        "effect": effect and f"effect_{effect.replace(' ', '_')}",
        "statement": lines.get("statement"),
        "load": lines.get("ddl"),
        "drawing": _drawing(trial),
        "phases": [_phase(row) for row in trial["phases"]],
        "support": [_support(row) for row in trial["support"]],
        "answers": [_link(row) | {"text": row["text"]} for row in trial["lines"]],
        "histogram": trial["histograms"] and _shown(trial["histograms"], "events"),
        "temp_files": trial["temp_files"] and _shown(trial["temp_files"], "peak_mib"),
        "commands": "".join(f"{row['detail']}\n" for row in trial["commands"]),
        "files": [_link(row) | {"count": number(row["line_count"]), "sha256": row["sha256"]} for row in trial["files"]],
    }


def _lines(trial: Json) -> dict[str, str]:
    """The addresses of a trial's log lines by what they tell: each phase of the load, and `statement`."""
    found = {row["phase"]: log_lines(row) for row in trial["phases"]}
    statement = next(iter(trial["lines"]), None)
    window = trial["windows"]
    if window and window["file"]:
        statement = window
    return found | ({"statement": log_lines(statement)} if statement else {})


def _drawing(trial: Json) -> Json | None:
    charts, window = trial["charts"], trial["windows"]
    if not charts:
        return None
    first = charts["throughput"]
    length = int(first["ends_at_s"])
    step = next((step for step in STEPS if length // step < MOST_TICKS), STEPS[-1])
    return {
        "length": length,
        "step": None if first["step_s"] == "1" else first["step_s"],
        "window": window and {"left": window["left_pct"], "width": window["width_pct"]},
        "plots": [
            {
                "name": name,
                "percentile": charts[name]["percentile"],
                "path": charts[name]["path"],
                "top": number(charts[name]["top"]),
                "half": number(charts[name]["half"]),
            }
            for name in ("throughput", "latency")
            if name in charts
        ],
        "ticks": [_tick(second, length) for second in range(0, length + 1, step)],
    }


def _tick(second: int, length: int) -> Json:
    """A mark of the time axis; the outermost ones stay within the drawing."""
    left = 100 * second / length if length else 0.0
    anchor = "end" if left > 96 else "middle" if left > 3 else "start"
    return {"left": f"{round(left, 1):g}", "anchor": anchor, "text": str(second) if second else "0 s"}


def _phase(row: Cells) -> Json:
    names = {"tps": "tps_mean", "lowest": "tps_lowest", "latency": "latency_mean_ms", "highest": "latency_highest_ms"}
    return {
        "name": f"phase_{row['phase']}",
        "lines": log_lines(row),
        "seconds": f"{row['from_s']}{DASH}{row['to_s']}",
        **{name: number(row[column]) for name, column in names.items()},
    }


def _support(row: Cells) -> Json:
    return {
        **{name: row[name] for name in ("algorithm", "lock_mode", "outcome", "line")},
        "lines": log_lines(row),
        "duration": number(row["ddl_duration_s"]),
        "blocked": number(row["write_blocked_s"]),
    }


def _shown(row: Cells, counted: str) -> Json:
    """A drawing of one row, with its link and one of its numbers as shown."""
    return {**row, **_link(row), counted: number(row[counted])}
