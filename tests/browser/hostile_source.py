"""An engine and a source in which every text means harm, built of the models as the runs are."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

from ddlbench.models import Column, Correction, Engine, ExcerptTrial, Source
from hostile_run import CHOSEN, Marks, filled, write_toml

NAME = "hostile"
PLACES = {
    "address": "https://example.org/",
    "engine": NAME,
    "lab": None,
    "language": "en",
    "link": "https://example.org/",
    "protocol": "mysql",
    "publication": None,
    "published": "2026-04",
}
"""Values that name something: a file, an address, a day, a language of the site."""

CORRECTED = {
    "id": NAME,
    "table": "setting",
    "column": "value",
    "where": {"setting": "setting"},
    "published": "1.5",
    "corrected": "2.5",
    "kind": "misprint",
    **dict.fromkeys(("excerpt", "claim", "command")),
}


def add_source(data: Path, marks: Marks) -> None:
    """Put the engine and the source into a data folder."""
    write_toml(data / f"engines/{NAME}.toml", filled(Engine, "engine", marks, CHOSEN | PLACES))
    folder = data / "sources" / NAME
    source: dict[str, Any] = filled(Source, "source", marks, CHOSEN | PLACES)
    measure = filled(Column, "source.measure", marks, {**CHOSEN, "role": "measure", "type": "decimal"})
    source["tables"]["setting"]["columns"]["value"] = measure
    write_toml(folder / "source.toml", source)
    (folder / "tables").mkdir()
    with (folder / "tables/setting.csv").open("w", encoding="utf-8", newline="") as file:
        cell = marks.text("source.cell")
        csv.writer(file, lineterminator="\n").writerows([("setting", "value"), ("setting", "1.5"), (cell, "2.5")])
    correction = filled(Correction, "correction", marks, CHOSEN | CORRECTED)
    write_toml(folder / "corrections.toml", {"correction": [correction]})
    place = folder / "excerpts/001"
    write_toml(place / "trial.toml", filled(ExcerptTrial, "excerpt", marks, CHOSEN | PLACES))
    statement, error = marks.text("excerpt.statement"), marks.text("excerpt.error")
    (place / "client.log").write_text(
        f"mysql> alter table t add index i(c) /* {statement} */;\nERROR 1064 (42000): {error}\n", "utf-8"
    )
