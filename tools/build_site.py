"""Build the site: tables and charts into build/, then pages into public/.

A step whose inputs did not change since it last succeeded is skipped. public/ is replaced in one move, so a run
that is stopped leaves the old site or the new one. BASE_URL in the environment is the address the site will have.

    .venv/bin/python tools/build_site.py             everything
    .venv/bin/python tools/build_site.py --tables    only build/, for `make serve`
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import functools
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

PUBLIC = Path("public")
STAMPS = Path("build/stamps")
LOCK = Path("build/site.lock")
SUMMARY = Path("build/hugo/site.json")
RUN_FILES = Path("build/runs/downloads")
LOCKS = ("package-lock.json", "requirements.lock")
TABLE_INPUTS = ("data", "i18n", "pipeline", *LOCKS)
DESCRIPTIONS = "pipeline/ddlbench/descriptions"
PAGE_INPUTS = ("assets", "config.toml", "content", DESCRIPTIONS, "i18n", "layouts", "static", *LOCKS)

AT_FDCWD = -100
RENAME_EXCHANGE = 2


class BuildError(Exception):
    """The message says which step failed; the step itself has said why."""


def main() -> int:
    """Build what has changed and print what there is; return the exit status."""
    os.chdir(Path(__file__).resolve().parent.parent)
    start = time.monotonic()
    try:
        with alone():
            build_site(os.environ.get("BASE_URL", ""), only_tables="--tables" in sys.argv)
    except BuildError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print_summary(time.monotonic() - start)
    return 0


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Wait until no other run builds this site."""
    LOCK.parent.mkdir(exist_ok=True)
    with LOCK.open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def build_site(base_url: str, only_tables: bool) -> None:
    """Carry out the two steps; the second depends on all that the first depends on."""
    tables = signature(TABLE_INPUTS)
    step("tables", tables, SUMMARY, build_tables)
    if not only_tables:
        pages = signature(PAGE_INPUTS, tables, base_url)
        step("pages", pages, PUBLIC / "index.html", functools.partial(build_pages, base_url))


def step(name: str, wanted: str, result: Path, build: Callable[[], None]) -> None:
    """Call `build` unless it already succeeded with these inputs and its result is still there."""
    stamp = STAMPS / name
    if result.exists() and stamp.exists() and stamp.read_text("utf-8") == wanted:
        return
    stamp.unlink(missing_ok=True)
    build()
    STAMPS.mkdir(parents=True, exist_ok=True)
    stamp.write_text(wanted, "utf-8")


def signature(paths: tuple[str, ...], *extra: str) -> str:
    """Return a hash that changes when a file below the paths appears, goes, or is written."""
    digest = hashlib.sha256(repr(extra).encode())
    for path in paths:
        for file in files_below(Path(path)):
            status = os.lstat(file)
            digest.update(f"{file}\0{status.st_size}\0{status.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def files_below(path: Path) -> Iterator[str]:
    """Yield the path itself if it is a file, else all files below it, in one order."""
    if path.is_file():
        yield str(path)
    for folder, folders, names in os.walk(path):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        yield from (f"{folder}/{name}" for name in sorted(names))


def build_tables() -> None:
    """Read data/, write build/."""
    if subprocess.run([".venv/bin/ddlbench", "build"], stdin=subprocess.DEVNULL, check=False).returncode:
        raise BuildError("`ddlbench build` failed; public/ is unchanged")


def build_pages(base_url: str) -> None:
    """Let Hugo write a new site beside public/, then put it in the place of the old one."""
    for left_over in Path().glob("public.*"):
        # The Hugo of a run that was killed may still write there; the next run takes the rest away.
        shutil.rmtree(left_over, ignore_errors=True)
    new = PUBLIC.with_name(f"public.{os.getpid()}")
    run_hugo("--destination", str(new), *(["--baseURL", base_url] if base_url else []))
    shutil.copytree(RUN_FILES, new / "downloads" / "runs", copy_function=link)
    index_search(new)
    exchange(new, PUBLIC)
    shutil.rmtree(new, ignore_errors=True)


def link(source: str, target: str) -> None:
    """Give a file a second name, or copy it where that is another file system."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def index_search(site: Path) -> None:
    """Make the search index of a site."""
    command = [sys.executable, str(Path("tools", "index_search.py")), str(site)]
    if subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False).returncode:
        raise BuildError("the search index could not be made; public/ is unchanged")


COLLECTING = {"GOGC": "800", "GOMEMLIMIT": "2700MiB"}
"""Until so much memory is taken, Hugo collects garbage less often: a quarter less work where there are many runs."""


def run_hugo(*options: str) -> None:
    """Run Hugo and take every warning for an error: a warning is a missing text or two pages at one address."""
    command = [".venv/bin/hugo", "--noBuildLock", "--printPathWarnings", "--printI18nWarnings", *options]
    hugo = subprocess.run(
        command,
        env={**COLLECTING, **os.environ},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    if hugo.returncode or re.search("^WARN", hugo.stdout, re.MULTILINE):
        print(hugo.stdout, file=sys.stderr)
        raise BuildError("hugo failed or warned; public/ is unchanged")


def exchange(new: Path, old: Path) -> None:
    """Give `new` the name of `old` and the other way round, at once where the file system can."""
    if not old.exists():
        new.rename(old)
    elif not exchange_at_once(new, old):
        aside = old.with_name("public.old")
        old.rename(aside)
        new.rename(old)
        aside.rename(new)


def exchange_at_once(one: Path, other: Path) -> bool:
    """Exchange two names in one step by Linux's renameat2; tell whether that worked."""
    rename = getattr(ctypes.CDLL(None), "renameat2", None)
    if rename is None:
        return False
    return bool(rename(AT_FDCWD, bytes(one), AT_FDCWD, bytes(other), RENAME_EXCHANGE) == 0)


def print_summary(seconds: float) -> None:
    """Say what was built and where it is."""
    counts = json.loads(SUMMARY.read_text(encoding="utf-8"))["counts"]
    what = ", ".join(f"{counts[name]} {name}" for name in ("runs", "sources", "trials", "figures") if name in counts)
    pages = sum(1 for _ in PUBLIC.rglob("*.html"))
    print(f"{PUBLIC / 'index.html'}: {what}; {pages} pages; {seconds:.1f} s. `make serve` shows the site.")


if __name__ == "__main__":
    sys.exit(main())
