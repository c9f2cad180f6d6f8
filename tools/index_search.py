"""Make the search index of a built site: `index_search.py FOLDER`, where FOLDER is the site's root.

Only pages that mark their body are indexed; those of runs are not, they have filters. Pagefind segments Chinese but
finds Korean words only from their beginning, so a Korean page is indexed with the endings of its words beside its text.
The page itself stays as it is.
"""

from __future__ import annotations

import asyncio
import html
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from pagefind.index import IndexConfig, PagefindIndex

MARK = "data-pagefind-body"
KOREAN = "ko"
SKIPPED = "runs"
HANGUL = re.compile("[가-힣]{3,}")
TAG = re.compile("<[^>]*>")
SHORTEST = 2


def main() -> int:
    """Index the site; return the exit status."""
    root = Path(sys.argv[1])
    asyncio.run(write_index(root))
    remove_interfaces(root / "pagefind")
    sort_keys(root / "pagefind" / "pagefind-entry.json")
    return 0


async def write_index(root: Path) -> None:
    """Write the index to `pagefind/` below the root."""
    async with PagefindIndex(config=IndexConfig(output_path=str(root / "pagefind"))) as index:
        for name, text in indexed_pages(root):
            await index.add_html_file(content=text, source_path=name)
        await index.write_files()


def indexed_pages(root: Path) -> Iterator[tuple[str, str]]:
    """Every page that marks its body: its path below the root, and its text as it is to be indexed."""
    for path in sorted(pages_below(root)):
        text = path.read_text("utf-8")
        if MARK in text:
            name = path.relative_to(root).as_posix()
            yield name, with_endings(text) if name.startswith(f"{KOREAN}/") else text


def pages_below(folder: Path) -> Iterator[Path]:
    """The pages below a folder, without those of runs, which may be many."""
    for path in folder.iterdir():
        if path.is_dir() and path.name != SKIPPED:
            yield from pages_below(path)
        elif path.suffix == ".html":
            yield path


def with_endings(text: str) -> str:
    """A Korean page with the endings of its words as one more text at the end of its body."""
    body = html.unescape(TAG.sub(" ", text.partition(MARK)[2]))
    words = set(HANGUL.findall(body))
    endings = {word[start:] for word in words for start in range(1, len(word) - SHORTEST + 1)}
    hidden = f"<p>{' '.join(sorted(endings - words))}</p>"
    before, end, after = text.rpartition("</main>")
    return f"{before}{hidden}{end}{after}"


def remove_interfaces(folder: Path) -> None:
    """Remove the ready-made interfaces that Pagefind adds; the site has its own."""
    for path in [*folder.glob("pagefind-*ui.*"), folder / "pagefind-highlight.js"]:
        path.unlink()


def sort_keys(path: Path) -> None:
    """Write a JSON file anew with its keys sorted: Pagefind's order changes from run to run."""
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")), sort_keys=True), "utf-8")


if __name__ == "__main__":
    sys.exit(main())
