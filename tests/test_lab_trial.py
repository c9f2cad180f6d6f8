"""Trials on real servers: what they record is in the tables line by line, and every way to fail has a reason."""

from __future__ import annotations

import json
import math
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest
from ddlbench.build import Loaded
from ddlbench.lab.plan import ConcurrentWrite, Load, LockHolder, TrialOutcome
from ddlbench.lab.proc import PROC, family
from lab_runs import Bench, add_index, bench, rows, start
from support import ROOT, Row

# A connection that the server ends before the greeting leaves its socket to the garbage collector of Python.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

LOAD = Load("oltp_read_write", tables=1, table_rows=80_000, threads=2, rate_tps=60)

HELD_S = 3.0
HOLDER = LockHolder("SELECT id FROM sbtest1 LIMIT 1", HELD_S)

TABLES = {
    "timeline.jsonl": ("trial_event", {"t": "happened_at"}),
    "server.jsonl": ("server_sample", {"t": "taken_at"}),
    "progress.jsonl": ("ddl_progress", {"t": "sampled_at", "ddl_pid": "pid"}),
    "locks.jsonl": ("lock_wait", {"t": "taken_at"}),
    "variables.jsonl": ("server_variable", {"t": "taken_at"}),
    "tempfiles.jsonl": ("temp_file_sample", {"t": "taken_at"}),
}
"""The lab's own logs with their tables, and the keys whose columns have other names."""

NOTHING_FOUND = {"ddl_sessions", "waiting_sessions"}

PLAIN, WAITING, KILLED, REFUSED, WRONG, TRACED, NO_LOAD, NO_SERVER, CONTROL = range(1, 10)


@dataclass
class Evidence:
    """Trials that were carried out, how they ended, and the tables of their logs."""

    bench: Bench
    outcomes: dict[int, TrialOutcome]
    loaded: Loaded

    def events(self, number: int) -> dict[str, float]:
        """The moment of each event of a trial, the last one where there are several."""
        return {row["event"]: row["monotonic_s"] for row in self.rows(number, "trial_event")}

    def rows(self, number: int, table: str) -> list[Row]:
        """Rows of one trial, in the order of their lines."""
        trial = self.bench.folder(number).relative_to(self.bench.project / "data").as_posix()
        query = f"SELECT {table}.* FROM {table} JOIN file USING (file) WHERE trial_id = ? ORDER BY line"
        return rows(self.loaded, query, trial)

    def writes(self, number: int) -> list[Row]:
        """What the session that writes beside the DDL noted of each statement that had its answer."""
        return [
            json.loads(row["detail"]) for row in self.rows(number, "trial_event") if row["event"] == "concurrent_write"
        ]

    def view(self, number: int, view: str) -> list[Row]:
        """Rows of a view for one trial."""
        trial = self.bench.folder(number).relative_to(self.bench.project / "data").as_posix()
        return rows(self.loaded, f"FROM {view} WHERE trial_id = ? ORDER BY ALL", trial)


@pytest.fixture(scope="module")
def mariadb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evidence]:
    """Trials on MariaDB."""
    with bench("mariadb", LOAD, tmp_path_factory.mktemp("mariadb") / "project") as made:
        outcomes = carry_out(made)
        loaded = made.loaded()
        yield Evidence(made, outcomes, loaded)
        loaded.connection.close()


def carry_out(made: Bench) -> dict[int, TrialOutcome]:
    """All trials on MariaDB, the one that ends the server last."""
    quick = {"warmup_s": 0, "baseline_s": 0, "recovery_s": 0}
    write = ConcurrentWrite("UPDATE sbtest1 SET pad = 'time {n}' WHERE id = {n}", after_s=0.4, times=2, every_s=0.2)
    plans = [
        add_index("mariadb", PLAIN, LOAD),
        add_index("mariadb", WAITING, LOAD, lock_holder=HOLDER),
        add_index("mariadb", KILLED, None, lock_holder=HOLDER, kill_ddl_after_s=0.5, cleanup=(), **quick),
        add_index(
            "mariadb",
            REFUSED,
            None,
            lock_holder=HOLDER,
            concurrent_write=write,
            session=("SET SESSION lock_wait_timeout = 1",),
            ddl_may_fail=True,
            cleanup=(),
            **quick,
        ),
        add_index("mariadb", WRONG, None, ddl=("ALTER TABLE sbtest1 ADD INDEX (no_such_column)",), cleanup=(), **quick),
        add_index(
            "mariadb", TRACED, None, concurrent_write=replace(write, after_s=0, every_s=0.01), trace=True, **quick
        ),
        add_index("mariadb", CONTROL, None, control=True, control_ddl_s=0.3, **quick),
    ]
    outcomes = {plan.number: made.trial(plan) for plan in plans}
    victims = {NO_LOAD: "sysbench", NO_SERVER: "mariadbd"}
    for number, program in victims.items():
        killer = threading.Timer(1.5, kill_child, [program])
        killer.start()
        outcomes[number] = made.trial(add_index("mariadb", number, LOAD, baseline_s=10))
        killer.join()
    start(made)
    return outcomes


def kill_child(program: str) -> None:
    """Kill one's own child of this name."""
    for pid in children(program):
        os.kill(pid, signal.SIGKILL)


def children(program: str) -> list[int]:
    return [pid for pid in family(os.getpid())[1:] if (PROC / f"{pid}/comm").read_text().strip() == program]


@pytest.fixture(scope="module")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evidence]:
    """One trial on PostgreSQL."""
    with bench("postgresql", LOAD, tmp_path_factory.mktemp("postgresql") / "project") as made:
        outcomes = {PLAIN: made.trial(add_index("postgresql", PLAIN, LOAD))}
        loaded = made.loaded()
        yield Evidence(made, outcomes, loaded)
        loaded.connection.close()


@pytest.fixture(params=["mariadb", "postgresql"])
def evidence(request: pytest.FixtureRequest) -> Evidence:
    """The trials of each engine."""
    found: Evidence = request.getfixturevalue(request.param)
    return found


def test_a_trial_is_completed(evidence: Evidence) -> None:
    outcome = evidence.outcomes[PLAIN]
    assert (outcome.outcome, outcome.reason, outcome.ddl_error) == ("completed", None, None)


def test_every_line_of_every_log_is_accounted_for(evidence: Evidence) -> None:
    assert [problem for problem in evidence.loaded.problems if "20260301-add-index/trials" in problem.path] == []
    files = {path for path in evidence.bench.run.glob("trials/*/*") if path.name != "trial.toml"}
    known = rows(evidence.loaded, "SELECT file, format FROM file WHERE owner_id LIKE '%/20260301-add-index'")
    assert {row["file"] for row in known if row["format"]} >= {
        path.relative_to(evidence.bench.project / "data").as_posix() for path in files
    }


@pytest.mark.parametrize("log", TABLES)
def test_rows_are_what_the_lab_wrote(evidence: Evidence, log: str) -> None:
    table, names = TABLES[log]
    for number in evidence.outcomes:
        path = evidence.bench.folder(number) / log
        written = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
        found = [each for each in written if not NOTHING_FOUND & each.keys() and len(each) > 3]
        renamed = [{names.get(key, key): value for key, value in each.items()} for each in found]
        expected = [{"monotonic_s": each.pop("mono_s"), **each} for each in renamed]
        actual = evidence.rows(number, table)
        for row, line in zip(actual, expected, strict=True):
            assert {key: row[key] for key in line} == {
                key: None if value == "" else value for key, value in line.items()
            }


def test_windows_follow_each_other(evidence: Evidence) -> None:
    at = evidence.events(PLAIN)
    assert 0.2 <= at["baseline_started"] - at["load_started"] < 5
    assert 1.5 <= at["ddl_started"] - at["baseline_started"] < 5
    assert 0.1 <= at["load_ended"] - at["recovery_started"] < 5
    assert at["ddl_started"] < at["ddl_ended"] < at["recovery_started"] < at["load_ended"] < at["trial_ended"]


def test_the_ddl_lasts_as_long_as_the_client_says(evidence: Evidence) -> None:
    at = evidence.events(PLAIN)
    [statement] = evidence.rows(PLAIN, "ddl_statement")
    assert statement["outcome"] == "completed"
    assert 0 <= at["ddl_ended"] - at["ddl_started"] - statement["duration_s"] < 1  # The client starts within the span.


def test_the_load_prints_every_second_and_a_histogram(evidence: Evidence) -> None:
    at = evidence.events(PLAIN)
    intervals = evidence.rows(PLAIN, "sysbench_interval")
    text = (evidence.bench.folder(PLAIN) / "sysbench.log").read_text()
    printed = re.findall(r"^\[ (\d+)s \] thds: 2 tps: ([\d.]+)", text, re.MULTILINE)
    assert [(row["elapsed_s"], row["tps"]) for row in intervals] == [(int(s), float(tps)) for s, tps in printed]
    assert len(intervals) == pytest.approx(at["load_ended"] - at["load_started"], abs=1.5)
    [report] = evidence.rows(PLAIN, "sysbench_report")
    assert sum(row["count"] for row in evidence.rows(PLAIN, "sysbench_histogram")) == report["events"]


def test_the_server_is_sampled_each_second(evidence: Evidence) -> None:
    at = evidence.events(PLAIN)
    samples = evidence.rows(PLAIN, "server_sample")
    assert len(samples) >= at["load_ended"] - at["load_started"] - 1
    assert {row["server_pid"] for row in samples} == {samples[0]["server_pid"]}
    assert all(row["server_rss_bytes"] > 10e6 for row in samples)
    for counter in ("server_cpu_s", "server_write_bytes", "machine_busy_s"):
        values = [row[counter] for row in samples]
        assert values == sorted(values)
        assert values[-1] > values[0]


def test_observing_costs_little(evidence: Evidence) -> None:
    [row] = [row for row in evidence.rows(PLAIN, "trial_event") if row["event"] == "sampler_cost"]
    cost = json.loads(row["detail"])
    assert 0 < cost["cpu_s"] <= 0.01 * cost["elapsed_s"] * cost["processors"]
    assert 0 < cost["written_bytes"] <= 1e6 * cost["elapsed_s"]


@pytest.mark.slow
def test_throughput_with_and_without_samplers_is_reported_in_pairs() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "bench" / "observing.py", "2"], capture_output=True, text=True, check=True
    )
    pairs = re.findall(r"^pair \d: [\d.]+ tps with samplers, [\d.]+ without: ([\d.]+)$", done.stdout, re.MULTILINE)
    found = re.search(
        r"with samplers: ([\d.]+) times that without \(([\d.]+) to ([\d.]+)\), 2 pairs$", done.stdout, re.M
    )
    assert found is not None, done.stdout
    mean, low, high = map(float, found.groups())
    assert mean == pytest.approx(math.prod(map(float, pairs)) ** 0.5, abs=0.002)
    assert low < mean < high
    cost = re.search(r"at most ([\d.]+)% of the CPU time and ([\d.]+) kB/s written", done.stdout)
    assert cost is not None
    assert 0 < float(cost[1]) <= 1


def test_variables_are_noted_and_counters_that_moved(evidence: Evidence) -> None:
    found = evidence.rows(PLAIN, "server_variable")
    [version] = [row["value"] for row in found if row["kind"] == "version"]
    assert version == evidence.bench.server.version
    before, after = (
        {row["name"]: row["value"] for row in found if row["kind"] == "status" and row["moment"] == moment}
        for moment in ("before", "after")
    )
    assert before.keys() == after.keys()
    assert all(before[name] != after[name] for name in after)
    counter = "Handler_commit" if evidence.bench.server.protocol == "mysql" else "xact_commit"
    assert int(after[counter]) > int(before[counter])


def test_a_held_lock_stalls_the_load_second_by_second(mariadb: Evidence) -> None:
    at = mariadb.events(WAITING)
    assert mariadb.outcomes[WAITING].outcome == "completed"
    assert HELD_S - 0.3 <= at["lock_holder_ended"] - at["ddl_started"] < HELD_S + 5
    zero = at["load_started"]
    intervals = {row["elapsed_s"]: row["tps"] for row in mariadb.rows(WAITING, "sysbench_interval")}
    # The first second of a stall may hold the last transactions before it.
    stalled = [s for s in intervals if s - 1 + zero > at["ddl_started"] + 0.2 and s + zero < at["lock_holder_ended"]]
    assert len(stalled) >= 1
    assert all(intervals[second] == 0 for second in stalled)
    before = [tps for second, tps in intervals.items() if second + zero < at["ddl_started"]]
    assert min(before) > 0


def test_phases_add_up_to_the_duration_of_the_ddl(mariadb: Evidence) -> None:
    phases = sorted(mariadb.view(WAITING, "ddl_phase"), key=lambda row: row["starts_s"])
    [statement] = mariadb.rows(WAITING, "ddl_statement")
    assert sum(row["duration_s"] for row in phases) == pytest.approx(statement["duration_s"], rel=0.05)
    waited = sum(row["duration_s"] for row in phases if row["phase"] == "waiting_for_lock")
    assert waited == pytest.approx(HELD_S, abs=0.8)
    assert phases[0]["phase"] == "waiting_for_lock" or phases[1]["phase"] == "waiting_for_lock"


def test_lock_waits_name_the_one_in_the_way(mariadb: Evidence) -> None:
    at = mariadb.events(WAITING)
    # Before it ends, the DDL waits once more, for transactions of the load; the moment of an end is noted after it.
    waits = [row for row in mariadb.rows(WAITING, "lock_wait") if row["monotonic_s"] < at["lock_holder_ended"] - 0.2]
    ddl = [row for row in waits if (row["waiting_query"] or "").startswith("ALTER TABLE")]
    assert len(ddl) >= 3
    # A transaction of the load may be in the way of the first sample too; the idle one is in the way of all.
    assert len(set.intersection(*({*row["blocking_pids"].split(",")} for row in ddl))) == 1
    others = [row for row in waits if row["waiting_pid"] != ddl[0]["waiting_pid"]]
    assert {str(ddl[0]["waiting_pid"])} <= {pid for row in others for pid in row["blocking_pids"].split(",")}


def test_a_killed_ddl_is_a_result(mariadb: Evidence) -> None:
    outcome = mariadb.outcomes[KILLED]
    assert outcome.outcome == "completed"
    assert "ERROR 1317" in (outcome.ddl_error or "")
    at = mariadb.events(KILLED)
    # Not before its time; how long after it, a busy machine decides, but the lock is held still.
    assert 0.4 < at["ddl_killed"] - at["ddl_started"] < HELD_S
    assert at["ddl_ended"] < at["ddl_started"] + HELD_S


def test_a_refused_ddl_is_a_result_where_the_plan_says_so(mariadb: Evidence) -> None:
    assert mariadb.outcomes[REFUSED].outcome == "completed"
    [statement] = [row for row in mariadb.rows(REFUSED, "ddl_statement") if row["outcome"] == "failed"]
    assert statement["error_code"] == 1205
    # It has its answer when the DDL ends; whether the next one is sent before the writer is stopped is chance.
    first = mariadb.writes(REFUSED)[0]
    assert first["number"] == 1
    assert 0.2 < first["duration_s"] < 2, "a write waits behind the DDL that waits for its lock"
    assert first["error"] is None


def test_writes_beside_a_ddl_that_allows_them_do_not_wait(mariadb: Evidence) -> None:
    writes = mariadb.writes(TRACED)
    assert [write["number"] for write in writes] == [1, 2]
    assert [write["error"] for write in writes] == [None, None]
    at = mariadb.events(TRACED)
    assert at["ddl_started"] < at["concurrent_write"]
    assert at["concurrent_write"] + writes[1]["duration_s"] < at["ddl_ended"], (
        "the second has its answer before the DDL"
    )


def test_a_refused_ddl_fails_the_trial_otherwise(mariadb: Evidence) -> None:
    outcome = mariadb.outcomes[WRONG]
    assert outcome.outcome == "failed"
    assert "ERROR 1072" in (outcome.reason or "")


def test_merge_passes_are_the_logarithm_of_the_blocks(mariadb: Evidence) -> None:
    """With the default buffer of 1 MiB; both sides are counted from the rows of the trace."""
    [variable] = [row for row in mariadb.rows(TRACED, "server_variable") if row["name"] == "innodb_sort_buffer_size"]
    passes = mariadb.view(TRACED, "sort_merge_pass")
    first = min(passes, key=lambda row: row["pass_no"])
    writes = mariadb.rows(TRACED, "sort_merge_io")
    assert {row["bytes"] for row in writes} == {int(variable["value"])} == {2**20}
    assert sum(row["write_count"] for row in passes) == len(writes)
    assert first["write_count"] >= 5
    assert len(passes) - 1 == math.ceil(math.log2(first["write_count"]))
    at = mariadb.events(TRACED)
    assert at["trace_started"] < at["ddl_started"] < at["ddl_ended"] < at["trace_ended"]


def test_a_control_does_nothing_in_its_window(mariadb: Evidence) -> None:
    assert mariadb.outcomes[CONTROL].outcome == "completed"
    assert not (mariadb.bench.folder(CONTROL) / "ddl.log").exists()
    at = mariadb.events(CONTROL)
    assert 0.3 <= at["ddl_ended"] - at["ddl_started"] < 5
    assert mariadb.view(CONTROL, "ddl_phase") == []


@pytest.mark.parametrize(
    ("number", "reason"),
    [(NO_LOAD, "sysbench was killed by signal 9"), (NO_SERVER, "the server ended during the trial")],
)
def test_what_is_killed_is_the_reason(mariadb: Evidence, number: int, reason: str) -> None:
    outcome = mariadb.outcomes[number]
    assert outcome.outcome == "failed"
    assert outcome.reason == reason
    [last] = [row["detail"] for row in mariadb.rows(number, "trial_event") if row["event"] == "trial_ended"]
    assert last == f"failed: {reason}"


def test_nothing_is_left_running(mariadb: Evidence) -> None:
    assert [name for name in ("sysbench", "mariadb", "strace") if children(name)] == []
