"""Cut what can be cited, and pack the data: `make release`, once the site is built.

A report, guidance, run or chart whose text or numbers differ from its newest version gets the next
`data/versions/<kind>/<id>/<n>.json`: its text in three languages with its numbers filled in, its queries, the hashes of
its inputs. Such a file is never written again. build/release/ holds the tables with their description, ready for an
archive; the same data gives the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
import zipfile
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ddlbench.database import COPY_OPTIONS, connect, copy, literal

Json = dict[str, Any]

LANGUAGES = ("en", "zh-cn", "ko")
PUBLIC, BUILD, VERSIONS = Path("public"), Path("build"), Path("data/versions")
PACKED = ("README.md", "LICENSE-DATA", "CITATION.cff")
SKIPPED = {"svg", "nav", "script", "button", "details"}
SKIPPED_CLASSES = {"cite-section", "anchor", "kicker", "chart-actions"}
BLOCKS = {"p", "h1", "h2", "h3", "li", "dt", "tr", "pre", "figcaption", "blockquote"}
HEADINGS = {"h2": "## ", "h3": "### "}
CELLS = {"td", "th"}
VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
QUERY = re.compile(r"#query-([a-z0-9_]+)")
LABELS = re.compile(r"<title[^>]*>(.*?)</title><desc[^>]*>(.*?)</desc>", re.DOTALL)
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The earliest time a ZIP can hold: an archive must not depend on the clock."""


class Text(HTMLParser):
    """The text of a page's main part, a line a block, table row or term, headings marked, without how to cite it."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[tuple[str, bool]] = []
        self.lines: list[str] = [""]
        self.colon = ": "

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note whether what follows is text of the page."""
        given = dict(attrs)
        if tag == "html" and (given.get("lang") or "").startswith("zh"):
            self.colon = "\uff1a"  # Full width, as between the words of Chinese.
        if tag in BLOCKS:
            self.lines.append(HEADINGS.get(tag, ""))
        elif tag in CELLS and self.lines[-1]:
            self.lines[-1] += " | "
        elif tag == "dd" and self.lines[-1]:
            self.lines[-1] += self.colon
        if tag not in VOID:
            classes = (given.get("class") or "").split()
            inside = self.open[-1][1] if self.open else False
            unseen = "hidden" in given or given.get("aria-hidden") == "true"
            out = unseen or tag in SKIPPED or not SKIPPED_CLASSES.isdisjoint(classes)
            self.open.append((tag, (inside or tag == "main") and not out))

    def handle_endtag(self, tag: str) -> None:
        """Close an element; minified HTML may leave some open."""
        names = [name for name, _ in self.open]
        if tag in names:
            del self.open[len(names) - 1 - names[::-1].index(tag) :]

    def handle_data(self, data: str) -> None:
        """Take text of the main part."""
        if self.open and self.open[-1][1]:
            self.lines[-1] += data


def main() -> int:
    """Cut versions and pack the data; return the exit status."""
    os.chdir(Path(__file__).resolve().parent.parent)
    cut = [place for kind, name, record in records() if (place := cut_version(kind, name, record))]
    print("".join(f"{place}\n" for place in cut) + f"{len(cut)} versions cut")
    print(pack(BUILD / "release" / "ddlbench-data.zip"))
    return 0


def records() -> Iterator[tuple[str, str, Json]]:
    """Everything that can be cited, as it is now."""
    queries, charts = hugo("queries"), hugo("charts")
    for path in sorted((PUBLIC / "reports").glob("*/index.html")):
        name = path.parent.name
        used = sorted(set(QUERY.findall(path.read_text("utf-8"))) & queries.keys())
        yield "reports", name, page("reports", name) | {"queries": {key: queries[key]["sql"] for key in used}}
    for name, guidance in sorted(hugo("assertions")["guidance"].items()):
        asked = {str(number): each["query"] for number, each in enumerate(guidance["evidence"], 1) if each.get("query")}
        yield "guidance", name, page("guidance", name) | {"queries": asked, "parts": guidance["parts"]}
    for name, chart in sorted(charts.items()):
        drawn = {language: (BUILD / "charts" / language / f"{name}.svg").read_text("utf-8") for language in LANGUAGES}
        labels = {language: list(LABELS.findall(svg)[0]) for language, svg in drawn.items()}
        queried = {chart["query"]: queries[chart["query"]]["sql"]}
        yield "charts", name, {"text": labels, "rows": chart["rows"], "queries": queried, "svg": drawn}
    runs = BUILD / "runs" / "downloads"
    for path in sorted(runs.rglob("*.json")):
        name = path.relative_to(runs).with_suffix("").as_posix()
        run = json.loads(path.read_text("utf-8"))
        files = {each["file"]: each["sha256"] for trial in run["trials"] for each in trial["files"]}
        yield "runs", name, page("runs", name) | {"files": files, "withdrawn": run["withdrawn"]}


def hugo(name: str) -> Json:
    """A file of `build/hugo`."""
    found: Json = json.loads((BUILD / "hugo" / f"{name}.json").read_text("utf-8"))
    return found


def page(kind: str, name: str) -> Json:
    """The text of a page in each language."""
    texts = {}
    for language in LANGUAGES:
        folder = PUBLIC if language == "en" else PUBLIC / language
        text = Text()
        text.feed((folder / kind / name / "index.html").read_text("utf-8"))
        texts[language] = [" ".join(line.split()) for line in text.lines if line.strip()]
    return {"text": texts}


def cut_version(kind: str, name: str, record: Json) -> Path | None:
    """Write the next version of something that changed; its place, or None where nothing changed."""
    folder = VERSIONS / kind / name
    numbers = sorted(int(path.stem) for path in folder.glob("*.json"))
    if numbers:
        newest = json.loads((folder / f"{numbers[-1]}.json").read_text("utf-8"))
        if {key: newest.get(key) for key in record} == record:
            return None
    place = folder / f"{numbers[-1] + 1 if numbers else 1}.json"
    place.parent.mkdir(parents=True, exist_ok=True)
    whole = {"kind": kind, "id": name, "version": int(place.stem), "inputs": inputs(), **record}
    with place.open("x", encoding="utf-8") as file:
        file.write(json.dumps(whole, ensure_ascii=False, indent=1, sort_keys=True) + "\n")
    return place


def inputs() -> dict[str, str]:
    """The hash of the list of all files that figures and rows were read from, each with its own hash."""
    tables = BUILD / "downloads" / "tables"
    listed = next(path for form in ("csv", "parquet") if (path := tables / f"file.{form}").exists())
    return {listed.name: hashlib.sha256(listed.read_bytes()).hexdigest()}


def pack(archive: Path) -> Path:
    """Pack Parquet and CSV tables with their description, licence and checksums."""
    downloads = BUILD / "downloads"
    tables = [path for path in sorted((downloads / "tables").iterdir()) if path.suffix in (".csv", ".parquet")]
    files = {path.relative_to(downloads).as_posix(): path for path in [*tables, downloads / "datapackage.json"]}
    files |= {name: Path(name) for name in PACKED}
    archive.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="ddlbench-") as folder:
        lacking = [path for path in tables if not path.with_suffix(".csv").exists()]
        files |= {f"tables/{path.stem}.csv": as_csv(path, Path(folder)) for path in lacking}
        with zipfile.ZipFile(archive, "w") as packed:
            for name, path in sorted(files.items()):
                packed.writestr(entry(name), path.read_bytes())
            sums = {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items()}
            packed.writestr(entry("SHA256SUMS"), "".join(f"{sums[name]}  {name}\n" for name in sorted(sums)))
    return archive


def as_csv(table: Path, folder: Path) -> Path:
    """A Parquet table as CSV, which the site leaves out where there are many rows."""
    path = folder / f"{table.stem}.csv"
    with connect() as connection:
        copy(connection, f"FROM {literal(str(table))}", path, COPY_OPTIONS["csv"])
    return path


def entry(name: str) -> zipfile.ZipInfo:
    """A file of the archive, with nothing of this machine or moment."""
    info = zipfile.ZipInfo(name, EPOCH)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    return info


if __name__ == "__main__":
    sys.exit(main())
