"""Kinds of large logs that no golden case is, made of golden cases: mixed, searched with grep, wrapped, on pages."""

from __future__ import annotations

import gzip
import json
import lzma
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import zstandard

CASES = Path(__file__).parent.parent / "tests" / "cases"
SIZE = 10_000_000
"""Bytes of a log before it is packed."""

RULER = "-" * 14
ROW = f"{'*' * 27} 1. row {'*' * 27}"
FRACTION = re.compile(r"(?<=\d\.)\d{2,}")
WORDS = "We looked at the load beside the change and wrote down what it did to the clients"


@dataclass(frozen=True)
class Kind:
    """A log that repeats a part, its figures varied: real logs repeat few lines."""

    part: str
    head: str = ""
    finish: Callable[[bytes], bytes] = bytes
    embedded: bool = False

    def content(self) -> bytes:
        """The log as it is on disk."""
        times = SIZE // len(self.part.encode()) + 1
        return self.finish((self.head + "".join(varied(self.part, times))).encode())

    def small(self) -> bytes:
        """A log with the part but once."""
        return self.finish((self.head + self.part).encode())


def varied(part: str, times: int) -> Iterator[str]:
    """A part again and again, each time with other fractions in its figures."""
    for time in range(times):
        yield FRACTION.sub(lambda found: f"{int(found[0]) + 37 * time:0{len(found[0])}d}"[-len(found[0]) :], part)  # noqa: B023


def case(name: str) -> str:
    """The text of a golden case, with an end of its last line."""
    return (CASES / f"{name}.log").read_bytes().decode("utf-8", "replace").rstrip("\n") + "\n"


RATE = "sysbench/sysbench-1.0.20-rate"
STATUS = "innodb_status/mysql-8.0-pool-instances"
SESSION = "mysql_client/mysql-create-index"


def golden() -> dict[str, Kind]:
    """Each golden case, repeated."""
    return {
        f"{path.parent.name}, {path.stem}": Kind(case(f"{path.parent.name}/{path.stem}"))
        for path in sorted(CASES.glob("*/*.log"))
    }


def made() -> dict[str, Kind]:
    """All kinds that are made of golden cases."""
    return statuses() | mixed() | searched() | wrapped() | wide() | pages()


def statuses() -> dict[str, Kind]:
    """SHOW ENGINE INNODB STATUS within a session: typed, in batch mode with -vvv, and there on one line."""
    lines = case(STATUS).split("\n")
    start = next(place for place, line in enumerate(lines) if "INNODB MONITOR OUTPUT" in line) - 1
    end = next(place for place, line in enumerate(lines) if line.startswith("END OF INNODB")) + 2
    rows = [ROW, "  Type: InnoDB", "  Name: ", "Status: ", *lines[start:end], "1 row in set (0.00 sec)", ""]
    ok = ["Query OK, 0 rows affected (4.31 sec)", "Records: 0  Duplicates: 0  Warnings: 0", ""]
    typed = ["mysql> show engine innodb status\\G", *rows, "mysql> alter table sbtest1 add index c_2 (c);", *ok]
    asked = [RULER, "show engine innodb status", RULER, ""]
    changed = [RULER, "alter table sbtest1 add index c_2 (c)", RULER, "", *ok]
    one_line = case("innodb_status/mysql-8.0-batch").rstrip("\n").split("\n")
    return {
        f"InnoDB status, {name}": Kind("\n".join([*part, ""]))
        for name, part in {
            "typed": typed,
            "in batch mode": [*asked, *rows, *changed],
            "in batch mode on one line": [*asked, *one_line, "1 row in set (0.00 sec)", "", *changed],
        }.items()
    }


def mixed() -> dict[str, Kind]:
    """What several tools printed into one log."""
    parts = {
        "sysbench and mysql": [RATE, SESSION],
        "sysbench and typed mysql": [RATE, "mysql_client/mariadb-client-10.11-interactive"],
        "sysbench and psql": [RATE, "psql/psql-15-timing"],
        "sysbench and InnoDB status": [RATE, STATUS],
        "sysbench and gh-ost": [RATE, "gh_ost/verbose-1.1"],
        "sysbench and stage history": [RATE, "stage_history/mysql-subsets"],
        "go-tpc and mysql": ["go_tpc/plain_efficiency_total", SESSION],
        "go-ycsb and TiDB jobs": ["go_ycsb/plain_2023", "mysql_client/tidb-ddl-jobs-tables"],
        "gdb and lsof": ["gdb_backtrace/mysql-8.0-signal", "lsof/mysql-8.0-three-listings"],
        "seven tools": [
            RATE,
            SESSION,
            "go_tpc/plain_efficiency_total",
            "psql/psql-15-timing",
            STATUS,
            "gh_ost/verbose-1.1",
            "lsof/mysql-8.0-three-listings",
        ],
    }
    return {f"mixed, {name}": Kind("\n".join(map(case, names))) for name, names in parts.items()}


def searched() -> dict[str, Kind]:
    """What grep finds in many outputs of sysbench, with and without the names of the files."""
    output = case("sysbench/sysbench-1.0.20-oltp_read_write-mariadb10.11-checkpoints-histogram").split("\n")
    searches = {
        "transactions": ["transactions:"],
        "transactions and percentiles": ["transactions:", "percentile:"],
        "queries": ["queries:"],
        "latencies": ["min:", "avg:", "max:", "percentile:"],
        "intervals": ["tps:"],
        "intervals and transactions": ["tps:", "transactions:"],
        "totals of time": ["total time:"],
        "events": ["events:", "events per"],
    }
    kinds = {}
    for name, words in searches.items():
        found = [line for line in output if any(word in line for word in words)]
        kinds[f"grep, {name}"] = Kind("\n".join([*found, ""]))
        named = [f"run-{number:03}.log:{line}" for number in range(40) for line in found]
        kinds[f"grep with names, {name}"] = Kind("\n".join([*named, ""]))
    return kinds


def wrapped() -> dict[str, Kind]:
    """What other programs put around lines, and files that are packed or of another encoding."""
    around: dict[str, Callable[[str], str]] = {
        "kubectl": lambda line: f"[pod/sysbench-7d5c/sysbench] {line}",
        "docker": lambda line: f"2024-03-04T10:20:30.123456789Z {line}",
        "syslog": lambda line: f"Mar  4 10:20:30 db1 sysbench[4711]: {line}",
        "compose": lambda line: f"sysbench-1  | {line}",
        "ts": lambda line: f"2024-03-04 10:20:30 {line}",
        "cat -n": lambda line: f"     7\t{line}",
        "indent": lambda line: f"    {line}" if line else "",
        "colours": lambda line: f"\x1b[32m{line}\x1b[0m",
        "CRLF": lambda line: f"{line}\r",
        "overwritten": lambda line: f"working\r{line}",
        "erased": lambda line: f"x\b{line}",
    }
    files: dict[str, Callable[[bytes], bytes]] = {
        "UTF-16": lambda content: content.decode().encode("utf-16"),
        "gz": lambda content: gzip.compress(content, 1),
        "xz": lambda content: lzma.compress(content, preset=0),
        "zstd": zstandard.compress,
        "not UTF-8": lambda content: content.replace(b"e", b"\xe9", 1),
        "NUL": lambda content: content.replace(b"\n", b"\0\n"),
    }
    kinds = {}
    for log in (RATE, "mysql_client/mysql-prompts-and-plurals", "psql/psql-15-interactive"):
        tool = log.split("/", maxsplit=1)[0]
        lines = case(log).rstrip("\n").split("\n")
        for name, wrap in around.items():
            kinds[f"{name}, {tool}"] = Kind("\n".join([*map(wrap, lines), ""]))
    return kinds | {f"{name}, sysbench": Kind(case(RATE), finish=finish) for name, finish in files.items()}


def wide() -> dict[str, Kind]:
    """Logs of very long lines."""
    qps = {"total": 14624.05, "reads": 10240.73, "writes": 2922.22, "other": 1461.11}
    report = {"time": 1, "threads": 2, "tps": 729.56, "qps": qps, "latency": 5.57, "errors": 0.00, "reconnects": 0.00}
    parts = {
        "JSON": Kind(json.dumps(report) + ", ", head=case(RATE) + "["),
        "a statement": Kind(", (17, '68487932199-96439406143')", head="mysql> insert into sbtest1 values (0, 'x')"),
        "a row of mysql": Kind("| 68487932199-96439406143 ", head="mysql> select * from sbtest1 limit 1;\n"),
        "a row of psql": Kind(" | 68487932199-96439406143", head="sbtest=# table sbtest1 limit 1;\n"),
        "words": Kind(f"{WORDS} ", head=case(RATE)),
        "words below progress": Kind(f"{WORDS} ", head=f"10%\r20%\b\n{case(RATE)}"),
    }
    return {f"one line of {name}": kind for name, kind in parts.items()}


def pages() -> dict[str, Kind]:
    """Pages with logs between fences, as code with an indent, and as quotes."""
    logs = {
        "sysbench": case(RATE),
        "mysql": case("mysql_client/mariadb-client-10.11-interactive"),
        "several tools": case(RATE) + f"\n```\n\n{WORDS}.\n\n```\n" + case(SESSION),
        "InnoDB status": case(STATUS),
    }
    kinds = {}
    for name, log in logs.items():
        lines = log.rstrip("\n").split("\n")
        forms = {
            "fences": ["```", *lines, "```"],
            "code": [f"    {line}" if line else "" for line in lines],
            "quotes": [f"> {line}" for line in lines],
        }
        for form, shown in forms.items():
            part = "\n".join([f"# {WORDS}", "", f"{WORDS}.", "", *shown, "", ""])
            kinds[f"page, {form}, {name}"] = Kind(part, embedded=True)
    return kinds
