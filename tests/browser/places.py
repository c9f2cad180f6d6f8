"""Every place where the site and the report show what contributors wrote, each read as its readers read it."""

from __future__ import annotations

import csv
import gzip
import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from ddlbench.database import connect, identifier, literal

MARK = re.compile(r"qz\d{3}qz")
FENCE = re.compile(r"^```", re.MULTILINE)
BIBTEX = re.compile(r"<code>(@misc\{.*?)</code>", re.DOTALL)
TEX = {
    r"{\textbackslash}": "\\",
    r"{\textbraceleft}": "{",
    r"{\textbraceright}": "}",
    r"{\textasciicircum}": "^",
    r"{\textasciitilde}": "~",
    **{rf"\{each}": each for each in "%#&$_"},
}
FIELDS = {"author", "title", "howpublished", "year", "url", "note"}


def feeds(public: Path) -> Iterator[str]:
    """Texts of the Atom feeds and the JSON feeds."""
    for path in public.rglob("feed.xml"):
        yield from ElementTree.parse(path).getroot().itertext()
    for path in public.rglob("feed.json"):
        yield from texts(json.loads(path.read_text("utf-8")))


def search_index(public: Path) -> Iterator[str]:
    """Texts that the search shows, without the places of no width at which Pagefind parts words."""
    for path in (public / "pagefind/fragment").iterdir():
        fragment = json.loads(gzip.decompress(path.read_bytes()).removeprefix(b"pagefind_dcd"))
        yield from (text.replace("\u200b", "") for text in texts(fragment))


def downloads(public: Path) -> Iterator[str]:
    """Texts of all tables and of the files of the hostile runs, in each form."""
    folder = public / "downloads"
    files = [
        path for path in folder.rglob("*.*") if path.relative_to(folder).parts[0] != "runs" or "hostile" in path.parts
    ]
    for path in (path for path in files if path.suffix == ".json"):
        yield from texts(json.loads(path.read_text("utf-8")))
    for path in (path for path in files if path.suffix == ".csv"):
        with path.open(encoding="utf-8", newline="") as lines:
            for row in csv.reader(lines):
                yield from row
    with connect() as connection:
        for path in (path for path in files if path.suffix == ".parquet"):
            columns = connection.execute(f"DESCRIBE FROM {literal(str(path))}").fetchall()
            for name in (name for name, kind, *_ in columns if kind == "VARCHAR"):
                query = f"SELECT DISTINCT {identifier(name)} FROM {literal(str(path))}"
                yield from (text for (text,) in connection.execute(query).fetchall() if text)


def texts(value: Any) -> Iterator[str]:  # noqa: ANN401
    """All texts in a JSON value, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from texts(each)
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from (key, *texts(each))


def citations(public: Path) -> Iterator[str]:
    """Values of the fields of all BibTeX entries; an entry that is not of exactly our fields is an error."""
    for path in public.rglob("index.html"):
        for entry in BIBTEX.findall(path.read_text("utf-8")):
            fields = dict(bibtex_fields(html.unescape(entry)))
            assert set(fields) == FIELDS, path
            yield from fields.values()


def bibtex_fields(entry: str) -> Iterator[tuple[str, str]]:
    """The fields of one entry as BibTeX reads them, values without what escapes characters."""
    place = entry.index(",") + 1
    while found := re.compile(r"\s*(\w+)\s*=\s*\{").match(entry, place):
        depth, place, start = 1, found.end(), found.end()
        while depth:
            depth += {"{": 1, "}": -1}.get(entry[place], 0)
            place += 1
        yield found[1], untex(entry[start : place - 1])
        comma = re.compile(r"\s*,?").match(entry, place)
        place = comma.end() if comma else place
    assert entry[place:].strip() == "}", entry[place:]


def untex(text: str) -> str:
    """What TeX prints; a command that is left over is an error."""
    written = re.compile("|".join(map(re.escape, TEX)))
    assert "\\" not in written.sub("", text), text
    return written.sub(lambda found: TEX[found[0]], text)


def markdown(report: str) -> Iterator[str]:
    """Lines of a report in Markdown; one with a mark outside of a block of text is an error."""
    parts = FENCE.split(report)
    assert not [part for part in parts[0::2] if MARK.search(part)]
    for part in parts[1::2]:
        yield from part.splitlines()
