"""What was cited, for its pages: the records of `data/versions/`, and the drawings that embeds are pinned to."""

from __future__ import annotations

import hashlib
import json
from difflib import SequenceMatcher
from itertools import groupby
from pathlib import Path
from typing import Any

from ddlbench.hashes import hash_of
from ddlbench.publish.kept import Kept, hash_of_code

Json = dict[str, Any]

PAGES = "hugo/versions.json"

CELL = " | "
"""What stands between the cells of a row of a table in the text of a version."""


def write_versions(data: Path, kept: Kept) -> None:
    """Write every version for the pages of an output, unless the output before has them."""
    paths = sorted((data / "versions").rglob("*.json"))
    digest = hashlib.sha256(hash_of_code(__file__).encode())
    for path in paths:
        digest.update(f"{path.relative_to(data)}\0{hash_of(path)}\0".encode())
    if not kept.taken_over("versions", digest.hexdigest(), _files(kept.before)):
        records = version_records(data, kept.out / "downloads")
        (kept.out / PAGES).write_text(json.dumps(records, ensure_ascii=False, sort_keys=True) + "\n", "utf-8")
        kept.made("versions", digest.hexdigest(), _files(kept.out))


def _files(out: Path) -> list[str]:
    """The files of an output that come from versions."""
    drawings = sorted((out / "downloads" / "versions").rglob("*.svg"))
    return [PAGES, *(path.relative_to(out).as_posix() for path in drawings)]


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
