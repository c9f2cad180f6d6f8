"""The site with many runs: site.py FOLDER RUNS builds it in a copy of the checkout, and bare Hugo with as many pages.

Prints what the tables take, what Hugo takes beside bare Hugo on the same disk, its memory, the size of the site, and
what one run more costs before Hugo.
"""

from __future__ import annotations

import os
import runpy
import shutil
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from ddlbench.hashes import write_hashes
from make_corpus import log_text

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ROOT / "node_modules"
COLLECTING: dict[str, str] = runpy.run_path(str(ROOT / "tools" / "build_site.py"))["COLLECTING"]
INTERVALS = 20
PAIRS = 3
"""Times that Hugo and bare Hugo are measured in turn: a machine is not always as fast."""

ADDED = 5
"""Runs that are added in turn: a single measurement says little."""

MACHINE = ROOT / "tests" / "site" / "data" / "machines" / "captures.toml"
RUN = """engine_version = "10.11.14-MariaDB"
origin = "logs"
contributor = "The benchmark"
affiliation = "none"
licence = "CC-BY-4.0"
tuning = "default"

[title]
en = "Synthetic run {number}"
zh-cn = "合成测试 {number}"
ko = "합성 실행 {number}"

[regime]
data_mib = 230.5
buffer_mib = 128
durability = "full"

[tools]
sysbench = "1.0.20"
"""
TRIAL = """repeat = 1
outcome = "completed"
ddl_starts_at_s = 8
"""
DDL = """--------------
ALTER TABLE sbtest1 ADD INDEX i{number} (c)
--------------

Query OK, 0 rows affected (4.{number:03d} sec)
Records: 0  Duplicates: 0  Warnings: 0
"""
BARE_CONFIG = """baseURL = "https://example.org/"
disableKinds = ["taxonomy", "term", "rss", "sitemap", "robotstxt", "404"]
"""
BARE_PAGES = """{{{{ range $n := seq {pages} }}}}
{{{{ $.AddPage (dict "path" (printf "p%d" $n) "title" (printf "Page %d" $n)) }}}}
{{{{ end }}}}
"""
BARE_LAYOUT = '<!doctype html><html lang="en"><title>{{ .Title }}</title><p>{{ .Title }}</p></html>\n'


@dataclass(frozen=True)
class Cost:
    """What a process took."""

    seconds: float
    peak_mib: float


def main() -> None:
    """Build, measure, print."""
    folder, runs = Path(sys.argv[1]).absolute(), int(sys.argv[2])
    project = copy_checkout(folder / "project")
    for number in range(runs):
        write_run(project, number)
    build = [".venv/bin/ddlbench", "build"]
    tables = measure(project, build)
    pairs, pages, size = hugo_beside_bare(project, folder / "bare")
    grown = []
    for number in range(runs, runs + ADDED):
        write_run(project, number)
        grown.append(measure(project, build))
    print(f"site of {runs} runs: {pages} pages, {size / 1e6:.0f} MB; tables {tables.seconds:.1f} s")
    ratio = statistics.median(site.seconds / bare.seconds for site, bare in pairs)
    times = ", ".join(f"{site.seconds:.1f} / {bare.seconds:.1f}" for site, bare in pairs)
    peak = max(site.peak_mib for site, _ in pairs)
    print(f"Hugo / bare Hugo, {PAIRS} in turn: {times} s: {ratio:.2f} times; {peak:.0f} MiB")
    seconds = ", ".join(f"{each.seconds:.1f}" for each in grown)
    print(f"one run added, before Hugo, {ADDED} in turn: {seconds} s; {max(each.peak_mib for each in grown):.0f} MiB")


def hugo_beside_bare(project: Path, bare: Path) -> tuple[list[tuple[Cost, Cost]], int, int]:
    """What Hugo takes for a project and for as many minimal pages, some times in turn, with pages and bytes of a site.

    Each time it writes into a new folder: to create files where many were deleted takes ext4 far longer.
    """
    hugo = [str(project / ".venv/bin/hugo"), "--noBuildLock", "--quiet", "--destination"]
    pairs = []
    for number in range(PAIRS):
        public = project / f"public-{number}"
        site = measure(project, [*hugo, public.name], **COLLECTING)
        pages = sum(1 for _ in public.rglob("*.html"))
        pairs.append((site, measure(write_bare(bare, pages), [*hugo, public.name])))
    size = size_of(public) + size_of(project / "build" / "runs" / "downloads")  # `make site` links those.
    return pairs, pages, size


def copy_checkout(folder: Path) -> Path:
    """What git knows of the checkout, with its environment and its packages."""
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout
    for name in filter(None, map(os.fsdecode, listing.split(b"\0"))):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    (folder / ".venv").symlink_to(sys.prefix)
    shutil.copytree(PACKAGES.resolve(), folder / "node_modules", symlinks=True, copy_function=os.link)
    shutil.copy2(MACHINE, folder / "data" / "machines" / MACHINE.name)
    return folder


def write_run(project: Path, number: int) -> None:
    """One run of one trial, with a short log of the load and the transcript of its DDL."""
    place = project / "data" / "runs" / "mariadb" / "captures" / f"20260101-synthetic-{number:05d}"
    trial = place / "trials" / "001"
    trial.mkdir(parents=True)
    (place / "run.toml").write_text(RUN.format(number=number), "utf-8")
    (trial / "trial.toml").write_text(TRIAL, "utf-8")
    (trial / "sysbench.log").write_text(log_text(number, INTERVALS), "utf-8")
    (trial / "ddl.log").write_text(DDL.format(number=number), "utf-8")
    write_hashes(place)


def write_bare(folder: Path, pages: int) -> Path:
    """A site of minimal pages."""
    for name, text in {
        "config.toml": BARE_CONFIG,
        "content/_content.gotmpl": BARE_PAGES.format(pages=pages),
        "layouts/page.html": BARE_LAYOUT,
        "layouts/home.html": BARE_LAYOUT,
        "layouts/section.html": BARE_LAYOUT,
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


def size_of(folder: Path) -> int:
    """The bytes of all files below a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def measure(folder: Path, command: list[str], **settings: str) -> Cost:
    """Run a command in a folder, which must succeed, with `settings` in its environment."""
    os.sync()  # Else the one before is still being written to the disk.
    start = time.perf_counter()
    # The copy of the pipeline keeps its bytecode, as the one that `make setup` prepares has it.
    kept = {"PYTHONPATH": str(folder / "pipeline"), "PYTHONDONTWRITEBYTECODE": ""}
    environment = {**settings, **os.environ, **kept}
    process = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{' '.join(command)} failed")
    return Cost(time.perf_counter() - start, usage.ru_maxrss / 1024)


if __name__ == "__main__":
    main()
