"""What a trial's logs say at a glance, for `lab rerun` and the private report: durations, throughput kept, stalls."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ddlbench.database import connect, create_tables
from ddlbench.parse.files import expand, parse_files
from ddlbench.parse.format import load_formats

QUERY = """
WITH event AS (
    SELECT
        parse_dirpath(file) AS trial,
        min(monotonic_s) FILTER (event = 'load_started') AS load_started,
        min(monotonic_s) FILTER (event = 'baseline_started') AS baseline_started,
        min(monotonic_s) FILTER (event = 'ddl_started') AS ddl_started,
        max(monotonic_s) FILTER (event = 'ddl_ended') AS ddl_ended,
        max(detail) FILTER (event = 'ddl_ended') AS ended_how,
    FROM trial_event
    GROUP BY trial
),
placed AS (
    SELECT parse_dirpath(file) AS trial, tps, load_started + elapsed_s AS ends_at
    FROM sysbench_interval JOIN event ON parse_dirpath(file) = event.trial
)
SELECT
    event.trial,
    ddl_ended - ddl_started,
    avg(tps) FILTER (ends_at - 1 >= baseline_started AND ends_at <= ddl_started),
    avg(tps) FILTER (ends_at > ddl_started AND ends_at - 1 < ddl_ended),
    count(tps) FILTER (tps = 0 AND ends_at > ddl_started AND ends_at - 1 < ddl_ended),
    ended_how,
FROM event LEFT JOIN placed USING (trial)
GROUP BY ALL
"""


@dataclass(frozen=True)
class Impact:
    """One trial; `kept` is the load's throughput during the DDL as a share of that before, None without a load."""

    duration_s: float | None
    baseline_tps: float | None
    ddl_tps: float | None
    stalled_s: int
    ended: str | None

    @property
    def kept(self) -> float | None:
        """Throughput during the DDL ÷ throughput before it."""
        return self.ddl_tps / self.baseline_tps if self.baseline_tps and self.ddl_tps is not None else None


def impacts(trials: Iterable[Path]) -> dict[Path, Impact]:
    """The impact of each trial folder that has a timeline."""
    connection = connect()
    create_tables(connection)
    wanted = [str(path) for folder in trials for name in ("timeline", "sysbench") for path in folder.glob(f"{name}.*")]
    files, _ = expand(wanted) if wanted else ([], [])
    parse_files(connection, load_formats(), files)
    rows = connection.execute(QUERY).fetchall()
    connection.close()
    return {Path(folder): Impact(*values) for folder, *values in rows}
