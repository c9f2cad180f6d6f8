"""The benchmark suite: `make bench`. Prints ratios of things measured in one run, on one machine.

run.py [--files 20000] [--runs 10000] [--site-runs 1000] [--pairs 6] [--large]

--large parses five times the corpus too, for the memory.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
WORK = Path("build/bench")


@dataclass(frozen=True)
class Cost:
    """What a process took."""

    seconds: float
    peak_mib: float


def main() -> None:
    """Run the suite."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=20000)
    parser.add_argument("--runs", type=int, default=10000)
    parser.add_argument("--site-runs", type=int, default=1000)
    parser.add_argument("--pairs", type=int, default=6)
    parser.add_argument("--large", action="store_true")
    arguments = parser.parse_args()
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    try:
        bench_parsing(arguments.files, arguments.large)
        bench_families()
        bench_store(arguments.runs)
        bench_site(arguments.site_runs)
        bench_observing(arguments.pairs)
    finally:
        shutil.rmtree(WORK)


def bench_parsing(files: int, large: bool) -> None:
    """Whole processes on the same files: the parser most people would write, and ours."""
    corpus = WORK / "corpus"
    measure("make_corpus.py", str(files), str(corpus))
    size = sum(path.stat().st_size for path in corpus.rglob("*.log")) / 1e6
    print(f"corpus: {files} logs, {size:.0f} MB")
    ours = measure("fill.py", str(corpus), str(WORK / "fill.duckdb"))
    reference = measure("reference_parser.py", f"{corpus}/**/*.log")
    again = measure("fill.py", str(corpus), str(WORK / "again.duckdb"))
    best = min(ours.seconds, again.seconds)
    print(f"reference parser {reference.seconds:.1f} s, ours {ours.seconds:.1f} and {again.seconds:.1f} s")
    print(f"speed: {reference.seconds / best:.2f} times the reference parser; peak memory {ours.peak_mib:.0f} MiB")
    if large:
        corpus_large = WORK / "large"
        measure("make_corpus.py", str(5 * files), str(corpus_large))
        cost = measure("fill.py", str(corpus_large), str(WORK / "large.duckdb"))
        ratio = cost.peak_mib / ours.peak_mib
        print(f"five times the corpus: {cost.seconds:.1f} s, {ratio:.2f} times the peak memory")


def bench_families() -> None:
    """10 MB of each kind of log."""
    print(said("families.py", str(WORK / "families")))


def bench_store(runs: int) -> None:
    """A project of many runs: building the tables anew, touching nothing, and adding one run."""
    project = WORK / "project"
    print(said("store.py", "make", str(project), str(runs)))


def bench_site(runs: int) -> None:
    """A site of many runs, beside bare Hugo with as many pages."""
    if runs:
        print(said("site.py", str(WORK / "site"), str(runs)))


def bench_observing(pairs: int) -> None:
    """A load with and without the samplers of the lab."""
    if pairs:
        print(said("observing.py", str(pairs)))


def said(script: str, *arguments: str) -> str:
    """What a script of this folder prints, run in a process of its own."""
    command = [sys.executable, str(HERE / script), *arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def measure(script: str, *arguments: str) -> Cost:
    """Run a script of this folder; returns its wall time and peak memory."""
    start = time.perf_counter()
    process = subprocess.Popen([sys.executable, str(HERE / script), *arguments], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{script} failed")
    return Cost(time.perf_counter() - start, usage.ru_maxrss / 1024)


if __name__ == "__main__":
    main()
