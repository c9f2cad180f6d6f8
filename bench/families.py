"""What 10 MB of each kind of log take, start-up aside: families.py FOLDER [CASE…].

A log of 10 MB repeats a golden case; parsing the case alone takes the start-up away. Of each format the slowest case is
printed, the slowest format first; or each of the cases that are named.
"""

from __future__ import annotations

import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from ddlbench.database import create_tables, scratch
from ddlbench.errors import DdlbenchError
from ddlbench.parse.files import parse_files
from ddlbench.parse.format import Format, load_formats

CASES = Path(__file__).parent.parent / "tests" / "cases"
SIZE = 10_000_000
BAR_S = 1.0


@dataclass(frozen=True)
class Cost:
    """Seconds that parsing took."""

    wall: float
    cpu: float


def main() -> None:
    """Measure the cases."""
    folder, *named = sys.argv[1:]
    Path(folder).mkdir(parents=True, exist_ok=True)
    formats = load_formats()
    cases = [Path(each) for each in named] or sorted(CASES.glob("*/*.log"))
    costs = {case: per_size(formats, case, Path(folder)) for case in cases}
    slowest: dict[str, Path] = {}
    for case in sorted(costs, key=lambda each: -costs[each].wall):
        slowest.setdefault(str(case) if named else case.parent.name, case)
    for case in slowest.values():
        cost = costs[case]
        print(f"{cost.wall / BAR_S:5.2f} of the bar, {cost.cpu:.2f} s of CPU: {case.parent.name}, {case.stem}")


def per_size(formats: dict[str, Format], case: Path, folder: Path) -> Cost:
    """What a log of `SIZE` takes beyond what the case alone does."""
    content = case.read_bytes().rstrip(b"\n") + b"\n"
    path = folder / case.name
    path.write_bytes(content * (SIZE // len(content) + 1))
    try:
        alone, whole = parsing(formats, case), parsing(formats, path)
    finally:
        path.unlink()
    return Cost(whole.wall - alone.wall, whole.cpu - alone.cpu)


def parsing(formats: dict[str, Format], path: Path) -> Cost:
    """What parsing a log takes, into a database of its own."""
    with tempfile.TemporaryDirectory() as folder:
        connection = scratch(Path(folder) / "parse.duckdb")
        create_tables(connection)
        wall, cpu = time.perf_counter(), time.process_time()
        unread, _ = parse_files(connection, formats, [str(path)])
        cost = Cost(time.perf_counter() - wall, time.process_time() - cpu)
        connection.close()
    if unread:
        raise DdlbenchError(unread)
    return cost


if __name__ == "__main__":
    main()
