"""Take the README's pictures of the built site: `make pictures`. Needs public/ and Chromium or Chrome."""

from __future__ import annotations

import functools
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, sync_playwright

FOLDER = Path(".github/pictures")
BROWSERS = ("chromium", "google-chrome", "google-chrome-stable")
QUIET = ("--disable-gpu", "--disable-background-networking", "--disable-sync", "--no-first-run", "--no-sandbox")

PICTURES: dict[str, tuple[str, Literal["light", "dark"], int, int]] = {
    "home": ("/", "light", 1280, 900),
    "report": ("/reports/tidb-add-index-load/", "light", 1280, 2180),
    "report-zh-cn-dark": ("/zh-cn/reports/innodb-sort-buffer-size/", "dark", 820, 1180),
}
"""Page, colour scheme, width and height of each picture."""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without a line for each request."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def served(folder: str) -> Iterator[str]:
    """The address of a folder, served on this machine for as long as the block lasts."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


def main() -> int:
    """Take all pictures; return the exit status."""
    browser_path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser_path is None or not Path("public/index.html").exists():
        print("error: needs Chromium or Chrome, and public/: run `make site`", file=sys.stderr)
        return 1
    FOLDER.mkdir(exist_ok=True)
    with served("public") as address, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=browser_path, args=list(QUIET))
        for name in PICTURES:
            take(browser, address, name)
        browser.close()
    return 0


def take(browser: Browser, address: str, name: str) -> None:
    """Take one picture."""
    path, scheme, width, height = PICTURES[name]
    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
    page.goto(address + path)
    page.screenshot(path=FOLDER / f"{name}.png")
    page.close()
    print(FOLDER / f"{name}.png")


if __name__ == "__main__":
    sys.exit(main())
