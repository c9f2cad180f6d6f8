"""Make the search index of a built site: `index_search.py FOLDER`, where FOLDER is the site's root.

Only pages that mark their body are indexed; those of runs are not, they have filters. Pagefind segments Chinese but
finds Korean words only from their beginning, so a Korean page is indexed with the endings of its words beside its text.
The page itself stays as it is.
"""

from __future__ import annotations

import html
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

MARK = "data-pagefind-body"
KOREAN = "ko"
SKIPPED = "runs"
HANGUL = re.compile("[가-힣]{3,}")
TAG = re.compile("<[^>]*>")
SHORTEST = 2
INTERFACE = re.compile(r"-(ui|component-ui|modular-ui|highlight)\.")
"""Ready-made interfaces that Pagefind adds; the site has its own."""


def main() -> int:
    """Index the site; return the exit status."""
    root = Path(sys.argv[1])
    write_index(root)
    sort_keys(root / "pagefind" / "pagefind-entry.json")
    return 0


def write_index(root: Path) -> None:
    """Write the index to `pagefind/` below the root, from copies of the pages that are to be found."""
    with TemporaryDirectory() as folder:
        for name, text in indexed_pages(root):
            copy = Path(folder, name)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text, "utf-8")
        places = ["--site", folder, "--output-path", str(root / "pagefind")]
        subprocess.run([sys.executable, "-m", "pagefind", *places], check=True, stdin=subprocess.DEVNULL)
    for path in (root / "pagefind").iterdir():
        if INTERFACE.search(path.name):
            path.unlink()


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


def sort_keys(path: Path) -> None:
    """Write a JSON file anew with its keys sorted: Pagefind's order changes from run to run."""
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")), sort_keys=True), "utf-8")


if __name__ == "__main__":
    sys.exit(main())
