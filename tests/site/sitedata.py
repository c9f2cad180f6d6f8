"""Runs that the tests add to the copy of the checkout: their descriptions, with real captures as logs."""

from __future__ import annotations

import shutil
from pathlib import Path

HERE = Path(__file__).resolve().parent
CASES = HERE.parent / "cases"
TEST_DATA = HERE / "data"

LOADS = {
    "001": "sysbench-1.0.20-oltp_read_write-mariadb10.11-checkpoints-histogram.log",
    "002": "sysbench-1.0.20-hook-report_default.log",
    "003": "sysbench-1.0.20-rate.log",
}
LOGS = {
    "ddl.log": "mysql_client/mariadb-client-10.11-vv.log",
    "tempfiles.jsonl": "proc_temp_files/two_samples.log",
}
"""The captures that stand for the load of each trial, and for its other logs."""

RUNS = (
    "mariadb/captures/20260301-add-index",
    "postgresql/captures/20260302-withdrawn",
)


def add_runs(project: Path) -> None:
    """Put the runs, and the machine that they name, into the data of a project."""
    shutil.copytree(TEST_DATA, project / "data", dirs_exist_ok=True)
    for trial in (project / "data" / "runs" / RUNS[0] / "trials").iterdir():
        for name, case in LOGS.items():
            # Blank lines: no two trials give the same bytes.
            (trial / name).write_bytes((CASES / case).read_bytes() + b"\n" * (int(trial.name) - 1))
        shutil.copyfile(CASES / "sysbench" / LOADS[trial.name], trial / "sysbench.log")
    [trial] = (project / "data" / "runs" / RUNS[1] / "trials").iterdir()
    shutil.copyfile(CASES / "sysbench" / "sysbench-1.0.20-oltp_read_write-postgres15.log", trial / "sysbench.log")
