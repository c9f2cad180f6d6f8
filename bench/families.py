"""Seconds for 10 MB of each kind of log: families.py FOLDER [CASE…]. Prints ratios to the bar.

A file of 10 MB repeats one golden case; `ddlbench parse` is run on it and on the case alone, which takes the start-up
away. Of each format the slowest case is printed, or each of the cases that are named.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

CASES = Path(__file__).parent.parent / "tests" / "cases"
SIZE = 10_000_000
BAR_S = 1.0


@dataclass(frozen=True)
class Cost:
    """What parsing took, in seconds."""

    wall: float
    cpu: float

    def __sub__(self, other: Cost) -> Cost:
        return Cost(self.wall - other.wall, self.cpu - other.cpu)


def main() -> None:
    """Measure the cases."""
    folder, *named = sys.argv[1:]
    chosen = [Path(each) for each in named] or sorted(CASES.glob("*/*.log"))
    costs = {case: per_size(case, Path(folder)) for case in chosen}
    for case in chosen if named else slowest(costs):
        cost = costs[case]
        print(
            f"{case.parent.name:24} {cost.wall / BAR_S:5.2f} of the bar ({cost.cpu:.2f} s of CPU a 10 MB): {case.stem}",
            flush=True,
        )


def slowest(costs: dict[Path, Cost]) -> list[Path]:
    """The slowest case of each format, the slowest first."""
    worst: dict[str, Path] = {}
    for case in sorted(costs, key=lambda each: -costs[each].cpu):
        worst.setdefault(case.parent.name, case)
    return list(worst.values())


def per_size(case: Path, folder: Path) -> Cost:
    """What 10 MB of a case take beyond the start-up."""
    content = case.read_bytes()
    content += b"" if content.endswith(b"\n") else b"\n"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / case.name
    path.write_bytes(content * (SIZE // len(content) + 1))
    try:
        return parsing(path) - parsing(case)
    finally:
        path.unlink()


def parsing(path: Path) -> Cost:
    """What `ddlbench parse` takes for a log."""
    start = time.perf_counter()
    command = [sys.executable, "-m", "ddlbench", "parse", str(path)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 3):
        sys.exit(f"{path}: the parser failed")
    return Cost(time.perf_counter() - start, usage.ru_utime + usage.ru_stime)


if __name__ == "__main__":
    main()
