"""Builds the site for real, in a copy of the checkout, and serves it as its host will: below a path."""

from __future__ import annotations

import contextlib
import functools
import gzip
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from sitedata import add_runs
from support import build_project_once, made_once

ROOT = Path(__file__).resolve().parents[2]
BASE_URL = "https://example.org/project/"
PREFIX = "/project/"
CHECKOUT = "a checkout"
FONTS = "@expo-google-fonts"

# Without a folder in it the renderer of charts would take the fonts of the system after all.
NO_FONTS = '<?xml version="1.0"?><fontconfig><dir>{folder}</dir></fontconfig>\n'

Finished = subprocess.CompletedProcess[str]
State = dict[str, tuple[int, int, int]]
Ignored = Callable[[str, list[str]], list[str]]


@dataclass(frozen=True)
class Surroundings:
    """What a machine brings along and a build must not depend on."""

    variables: dict[str, str] = field(default_factory=dict)
    umask: int = 0o022
    fonts: bool = True


INDIA = Surroundings({"TZ": "Asia/Kolkata", "LC_ALL": "C.UTF-8"})
# An old locale: what Python reads and writes without a named encoding is ASCII.
NEWFOUNDLAND = Surroundings(
    {"TZ": "America/St_Johns", "LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, 0o077, fonts=False
)


@dataclass(frozen=True)
class Build:
    """A copy of the checkout and where it was built."""

    project: Path
    surroundings: Surroundings

    @property
    def public(self) -> Path:
        """The folder of the finished site."""
        return self.project / "public"

    def run(self, *command: str) -> Finished:
        """Run a command in the copy; it sees the copy's own pipeline, and nothing of this user's settings."""
        home = self.project.parent / "home"
        home.mkdir(exist_ok=True)
        variables = {"PATH": os.environ["PATH"], "HOME": str(home), "BASE_URL": BASE_URL, **self.surroundings.variables}
        variables["PYTHONPATH"] = str(self.project / "pipeline")
        if not self.surroundings.fonts:
            (home / "fonts").mkdir(exist_ok=True)
            (home / "fonts.conf").write_text(NO_FONTS.format(folder=home / "fonts"))
            variables["FONTCONFIG_FILE"] = str(home / "fonts.conf")
        return subprocess.run(
            command,
            cwd=self.project,
            env=variables,
            umask=self.surroundings.umask,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )

    def make(self) -> Finished:
        """What `make site` does after the setup."""
        return self.run(".venv/bin/python", "tools/build_site.py")

    def copy(self, folder: Path) -> Build:
        """A copy with everything that was built; its next build finds nothing to do."""
        made = tuple(f"{self.project}/{name}" for name in ("public/", "build/output-"))

        def copied(source: str, target: str) -> str:
            # A build replaces what it has published and never writes into it: a second name does for a copy.
            return link_or_copy(source, target) if source.startswith(made) else shutil.copy2(source, target)

        ignored = shutil.ignore_patterns("node_modules")
        shutil.copytree(self.project, folder, symlinks=True, ignore=ignored, copy_function=copied)
        copy_packages(folder)
        return Build(folder, self.surroundings)


def copy_checkout(folder: Path) -> Path:
    """Copy what git knows or would add, and the runs of the tests; the environment is that of this test run."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, cwd=ROOT, capture_output=True, check=True).stdout.split(b"\0")
    for name in sorted(set(map(os.fsdecode, filter(None, names)))):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    add_runs(folder)
    (folder / ".venv").symlink_to(sys.prefix)
    copy_packages(folder)
    return folder


def copy_packages(folder: Path) -> None:
    """Link the files of node_modules one by one: Hugo bundles nothing from outside the project.

    It needs no fonts and nothing that only the tests need, which are most of the files: those folders are linked whole.
    """
    packages = (ROOT / "node_modules").resolve()
    whole = {FONTS, *packages_of_tests()}

    def ignored(place: str, names: list[str]) -> list[str]:
        return [name for name in names if Path(place, name).relative_to(packages).as_posix() in whole]

    shutil.copytree(packages, folder / "node_modules", symlinks=True, ignore=ignored, copy_function=link_or_copy)
    for name in whole:
        if (packages / name).is_dir():
            (folder / "node_modules" / name).symlink_to(packages / name)


def packages_of_tests() -> Iterator[str]:
    """Folders in node_modules of the packages that no dependency of the site needs."""
    described = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    for path, package in described.items():
        _, *folders = path.split("node_modules/")
        if package.get("dev") and len(folders) == 1:
            yield folders[0]


def link_or_copy(source: str, target: str) -> str:
    """Give a file a second name, or copy it where that is another file system."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)
    return target


def build_in(
    folder: Path, surroundings: Surroundings, before: Path | None = None, ignored: Ignored | None = None
) -> Build:
    """Build a fresh copy of the checkout, which must succeed: from nothing, or from the `build/` of another copy.

    What is `ignored` of that is made anew.
    """
    build = Build(copy_checkout(folder), surroundings)
    if before:
        shutil.copytree(before / "build", folder / "build", symlinks=True, ignore=ignored)
    done = build.make()
    assert done.returncode == 0, f"the site cannot be built:\n{done.stdout}{done.stderr}"
    return build


def state_of(folder: Path) -> State:
    """Every file with what changes when it is written or replaced."""
    found = {}
    for path in sorted(folder.rglob("*")):
        status = path.stat()
        found[str(path.relative_to(folder))] = (status.st_ino, status.st_mtime_ns, status.st_size)
    return found


def the_site(config: pytest.Config, factory: pytest.TempPathFactory) -> Build:
    """The site that the tests of pages and of the browser look at, built once in a folder with a space in its name.

    Its tables and charts are those of a build of this project, brought to the state that the tests' runs add.
    """

    def make(folder: Path) -> None:
        build_in(folder / CHECKOUT, INDIA, build_project_once(config, factory))

    return Build(made_once("site", make, config, factory) / CHECKOUT, INDIA)


PACKED = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


class Host(SimpleHTTPRequestHandler):
    """Serves files, text packed, and, for a missing one, the site's own page."""

    def do_GET(self) -> None:
        """Answer as static hosts do: pages, styles and scripts are packed for those who can unpack."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() and self.path.endswith("/") else path
        kind = PACKED.get(path.suffix)
        if kind is None or not path.is_file() or "gzip" not in self.headers.get("Accept-Encoding", ""):
            super().do_GET()
            return
        content = gzip.compress(path.read_bytes(), mtime=0)
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        with contextlib.suppress(BrokenPipeError):  # A browser may have left the page.
            self.wfile.write(content)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer as static hosts do."""
        page = Path(self.directory) / PREFIX.strip("/") / "404.html"
        content = page.read_bytes()
        self.send_response(code, message)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def served(build: Build, folder: Path) -> Iterator[str]:
    """The site's address on this machine; `folder` becomes the root of the host."""
    (folder / PREFIX.strip("/")).symlink_to(build.public)
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Host, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}{PREFIX}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
