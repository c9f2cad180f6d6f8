"""What was cited, for its pages: the records of `data/versions/`, and the drawings that embeds are pinned to."""

from __future__ import annotations

import json
from difflib import SequenceMatcher
from itertools import groupby
from pathlib import Path
from typing import Any

Json = dict[str, Any]

CELL = " | "
"""What stands between the cells of a row of a table in the text of a version."""


def version_records(data: Path, downloads: Path) -> list[Json]:
    """Every version, without its drawings, which become files below `downloads`; the address is `<kind>/<id>/<n>`."""
    root = data / "versions"
    records = []
    for path in sorted(root.rglob("*.json")):
        record = _read(path)
        address = path.relative_to(root).with_suffix("").as_posix()
        for language, svg in record.pop("svg", {}).items():
            drawing = downloads / "versions" / f"{address}.{language}.svg"
            drawing.parent.mkdir(parents=True, exist_ok=True)
            drawing.write_text(svg, "utf-8")
        newest = max(path.parent.glob("*.json"), key=lambda each: int(each.stem))
        later = _read(newest)["text"] if newest != path else record["text"]
        record |= {
            "version": path.stem,
            "newest": newest.stem,
            "address": address,
            "file": f"versions/{address}.json",
            "parts": {language: parts(lines) for language, lines in record["text"].items()},
            "changes": {language: changes(lines, later[language]) for language, lines in record["text"].items()},
        }
        records.append(record)
    return records


def parts(lines: list[str]) -> list[Json]:
    """The text after its title: headings, paragraphs as `line`, the lines of a table together as `rows` of cells."""
    found: list[Json] = []
    for table, group in groupby(lines[1:], lambda line: CELL in line):
        if table:
            found.append({"rows": [line.split(CELL) for line in group]})
        else:
            found.extend(_part(line) for line in group)
    return found


def _part(line: str) -> Json:
    marks, _, title = line.partition(" ")
    return {"heading": title, "level": len(marks)} if marks in ("##", "###") else {"line": line}


def changes(lines: list[str], later: list[str]) -> list[dict[str, list[str]]]:
    """Where a later text differs: the lines there were and the lines there are, in order."""
    matcher = SequenceMatcher(None, lines, later, autojunk=False)
    return [
        {"before": lines[first:last], "after": later[start:end]}
        for kind, first, last, start, end in matcher.get_opcodes()
        if kind != "equal"
    ]


def _read(path: Path) -> Json:
    record: Json = json.loads(path.read_text("utf-8"))
    return record
