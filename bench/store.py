"""The parse store with many runs: store.py make FOLDER RUNS prints what an unchanged and a grown project cost."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

from ddlbench.database import connect, create_tables
from ddlbench.parse.format import load_formats
from ddlbench.parse.store import Store
from ddlbench.tree import stamp
from make_corpus import log_text


def main() -> None:
    """Fill a store, then update it unchanged and with one run more."""
    folder, runs = Path(sys.argv[2]), int(sys.argv[3])
    for number in range(runs):
        write_run(folder, number)
    print(f"store of {runs} runs: filled in {timed(lambda: update(folder)):.1f} s")
    floor = timed(lambda: start_up(folder))
    unchanged = timed(lambda: update(folder))
    write_run(folder, runs)
    grown = timed(lambda: update(folder))
    print(f"start-up, listing and stat {floor:.2f} s; nothing changed {unchanged:.2f} s: {unchanged / floor:.2f} times")
    print(f"one run added: {grown - unchanged:+.2f} s")


def write_run(folder: Path, number: int) -> None:
    """One run with one short log."""
    place = folder / f"{number:05d}" / "trials" / "001"
    place.mkdir(parents=True)
    (place / "sysbench.log").write_text(log_text(number, 20))


def start_up(folder: Path) -> None:
    """What no update can do without: open the database, load the formats, list the logs and stat each."""
    connection = connect(folder / "store.duckdb")
    create_tables(connection)
    load_formats()
    for path in sorted(folder.rglob("*.log")):
        stamp(path)
    connection.close()


def update(folder: Path) -> None:
    """Bring the store to the state of the folder."""
    connection = connect(folder / "store.duckdb")
    create_tables(connection)
    files = sorted(str(path.relative_to(folder)) for path in folder.rglob("*.log"))
    problems, _ = Store(connection, load_formats(), folder).update({file: stamp(folder / file) for file in files})
    if problems:
        sys.exit(str(problems[0]))
    connection.close()


def timed(action: Callable[[], object]) -> float:
    """Seconds that an action takes."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
