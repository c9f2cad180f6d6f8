"""What was cited, for its pages: the records of `data/versions/`, and the drawings that embeds are pinned to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

Json = dict[str, Any]


def version_records(data: Path, downloads: Path) -> list[Json]:
    """Every version, without its drawings, which become files below `downloads`; the address is `<kind>/<id>/<n>`."""
    root = data / "versions"
    records = []
    for path in sorted(root.rglob("*.json")):
        record: Json = json.loads(path.read_text("utf-8"))
        address = path.relative_to(root).with_suffix("").as_posix()
        for language, svg in record.pop("svg", {}).items():
            drawing = downloads / "versions" / f"{address}.{language}.svg"
            drawing.parent.mkdir(parents=True, exist_ok=True)
            drawing.write_text(svg, "utf-8")
        newest = max(int(each.stem) for each in path.parent.glob("*.json"))
        record |= {"version": str(record["version"]), "newest": str(newest)}
        records.append({"address": address, "file": f"versions/{address}.json", **record})
    return records
