"""What 10 MB of each kind of log take, start-up aside: families.py FOLDER [WORDS…].

A log of 10 MB repeats a part of a log, its figures varied; parsing the part alone takes the start-up away. Each kind is
told on stderr when it is measured; at the end the slowest are printed first: all those of `kinds.py` that are made, and
of each format the slowest golden case; or all whose names have some words in them.
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
from kinds import Kind, golden, made

BAR_S = 1.0


@dataclass(frozen=True)
class Cost:
    """Seconds that parsing took."""

    wall: float
    cpu: float

    def __str__(self) -> str:
        return f"{self.wall / BAR_S:5.2f} of the bar, {self.cpu:.2f} s of CPU"


def main() -> None:
    """Measure the kinds."""
    folder, *words = sys.argv[1:]
    Path(folder).mkdir(parents=True, exist_ok=True)
    formats = load_formats()
    cases = golden()
    kinds = {name: kind for name, kind in (cases | made()).items() if not words or any(each in name for each in words)}
    costs: dict[str, Cost] = {}
    for number, (name, kind) in enumerate(kinds.items(), start=1):
        costs[name] = per_size(formats, kind, Path(folder))
        print(f"{number} of {len(kinds)}: {costs[name]}: {name}", file=sys.stderr, flush=True)
    slowest: dict[str, str] = {}
    for name in sorted(costs, key=lambda each: -costs[each].wall):
        slowest.setdefault(name.partition(", ")[0] if name in cases and not words else name, name)
    for name in slowest.values():
        print(f"{costs[name]}: {name}")


def per_size(formats: dict[str, Format], kind: Kind, folder: Path) -> Cost:
    """What a large log of a kind takes beyond what the smallest does."""
    path = folder / "kind.log"
    costs = []
    for content in (kind.small(), kind.content()):
        path.write_bytes(content)
        costs.append(parsing(formats, path, embedded=kind.embedded))
    path.unlink()
    alone, whole = costs
    return Cost(whole.wall - alone.wall, whole.cpu - alone.cpu)


def parsing(formats: dict[str, Format], path: Path, *, embedded: bool) -> Cost:
    """What parsing a log takes, into a database of its own."""
    with tempfile.TemporaryDirectory() as folder:
        connection = scratch(Path(folder) / "parse.duckdb")
        create_tables(connection)
        wall, cpu = time.perf_counter(), time.process_time()
        unread, _ = parse_files(connection, formats, [str(path)], (lambda _: None) if embedded else None)
        cost = Cost(time.perf_counter() - wall, time.process_time() - cpu)
        connection.close()
    if unread:
        raise DdlbenchError(unread)
    return cost


if __name__ == "__main__":
    main()
