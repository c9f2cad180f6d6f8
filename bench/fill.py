"""Parse the logs below a folder into an on-disk database and print what it took: fill.py FOLDER DATABASE.

The work that the benchmark measures, as a process of its own: reading, hashing, detection, line accounting, all rows.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from ddlbench.database import create_tables, scratch
from ddlbench.parse.files import expand, parse_files
from ddlbench.parse.format import load_formats


def main() -> None:
    """Fill the database; a line that is not accounted for ends the benchmark."""
    start = time.perf_counter()
    folder, database = sys.argv[1:]
    connection = scratch(Path(database))
    create_tables(connection, comments=False)
    files, _ = expand([folder])
    unread, unaccounted = parse_files(connection, load_formats(), files)
    if unread or unaccounted:
        sys.exit(str((unread + unaccounted)[0]))
    [counts] = connection.execute(
        "SELECT (SELECT count(*) FROM sysbench_interval), (SELECT count(*) FROM sysbench_histogram), "
        "(SELECT count(*) FROM sysbench_report)"
    ).fetchall()
    connection.close()
    print(dict(zip(("interval", "histogram", "report"), counts, strict=True)), f"{time.perf_counter() - start:.2f} s")


if __name__ == "__main__":
    main()
