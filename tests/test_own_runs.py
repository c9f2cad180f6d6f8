"""What the committed runs of the lab must show, whatever their numbers are."""

from __future__ import annotations

import re
from collections import Counter
from math import ceil, log2
from pathlib import Path

from ddlbench.build import Loaded
from ddlbench.discover import RunFolder
from ddlbench.models import RunTrial
from support import DATA

MOST_MINUTES = 20
MOST_BYTES = 40e6
LEAST_REPEATS = 3


def lab_runs(real: Loaded) -> list[RunFolder]:
    """The runs that the lab made here."""
    found = [run for run in real.inventory.runs.values() if run.run.origin == "lab"]
    assert len(found) >= 20
    return found


def test_samplers_cost_little_by_their_own_accounting(real: Loaded) -> None:
    """At most 1 % of the machine's CPU time, and 1 MB/s of writes; over all trials that have samplers."""
    rows = real.connection.execute(
        "SELECT file, (detail ->> 'cpu_s')::DOUBLE / ((detail ->> 'elapsed_s')::DOUBLE * (detail ->> 'processors')::INT), "
        "(detail ->> 'written_bytes')::DOUBLE / (detail ->> 'elapsed_s')::DOUBLE FROM trial_event "
        "WHERE event = 'sampler_cost'"
    ).fetchall()
    assert len(rows) >= 300
    assert [file for file, cpu, written in rows if not (0 < cpu <= 0.01 and 0 < written <= 1e6)] == []


def test_every_setting_is_repeated_and_every_block_has_a_control(real: Loaded) -> None:
    for run in lab_runs(real):
        trials = [folder.trial for folder in run.trials if isinstance(folder.trial, RunTrial)]
        measured = Counter(spelt(trial) for trial in trials if not trial.control)
        assert min(measured.values()) >= LEAST_REPEATS, run.run_id
        assert real.inventory.experiments[str(run.run.experiment)]
        if real.inventory.experiments[str(run.run.experiment)].kind == "trials":
            controls = Counter(trial.block for trial in trials if trial.control)
            assert controls == dict.fromkeys({trial.block for trial in trials}, 1), run.run_id


def spelt(trial: RunTrial) -> str:
    """A trial's setting, without the rate that the load level came to."""
    return repr(sorted((name, value) for name, value in trial.factors.items() if name != "rate_tps"))


def test_no_run_took_long_and_all_are_small(real: Loaded) -> None:
    rows = real.connection.execute(
        "SELECT owner_id, epoch(max(happened_at::TIMESTAMP) - min(happened_at::TIMESTAMP)) / 60 FROM trial_event JOIN file USING (file) "
        "GROUP BY owner_id"
    ).fetchall()
    assert len(rows) >= len(lab_runs(real))
    assert [run for run, minutes in rows if not 0 < minutes <= MOST_MINUTES] == []
    assert sum(path.stat().st_size for path in Path(DATA / "runs").rglob("*") if path.is_file()) <= MOST_BYTES


def test_every_run_names_its_shared_machine_and_has_a_report(real: Loaded) -> None:
    pages = [path.read_text("utf-8") for path in (DATA.parent / "content/en/reports").glob("*.md")]
    for run in lab_runs(real):
        machine = real.inventory.machines[run.machine]
        assert machine.shared, run.run_id
        assert f"a shared virtual machine with {machine.cores} cores" in run.run.note.en, run.run_id
        assert any(f"experiment: {run.run.experiment}\n" in page for page in pages), run.run_id


def test_the_trace_has_the_merge_passes_of_the_rule(real: Loaded) -> None:
    """A sort buffer of 1 MiB merges ceil(log2(blocks of the first pass)) times."""
    rows = real.connection.execute(
        "SELECT sort_merge_pass.trial_id, list(write_count ORDER BY pass_no) FROM sort_merge_pass "
        "JOIN merge_trace USING (trial_id) WHERE buffer_bytes = 1048576 AND index_count = 1 GROUP BY ALL"
    ).fetchall()
    assert len(rows) >= 3
    for trial, (first, *merges) in rows:
        assert len(merges) == ceil(log2(first)), trial


def test_the_bytes_that_the_trace_shows_are_those_of_the_model(real: Loaded) -> None:
    rows = real.connection.execute("SELECT trial_id, written_bytes, predicted_bytes FROM merge_trace").fetchall()
    assert rows
    assert [trial for trial, written, predicted in rows if abs(predicted / written - 1) > 0.05] == []


def test_phases_add_up_to_the_duration_behind_an_idle_transaction(real: Loaded) -> None:
    """Against the duration that the client printed, which no phase is made of."""
    rows = real.connection.execute(
        "SELECT trial_id, sum(ddl_phase.duration_s), any_value(ddl_statement.duration_s::DOUBLE) FROM ddl_phase "
        "JOIN trial_factor USING (trial_id) JOIN file USING (trial_id) JOIN ddl_statement USING (file) "
        "WHERE trial_factor.factor = 'scenario' AND trial_factor.value = 'idle-transaction' "
        "AND ddl_statement.outcome = 'completed' GROUP BY trial_id"
    ).fetchall()
    assert len(rows) >= 3
    assert [trial for trial, phases, printed in rows if abs(phases / printed - 1) > 0.05] == []


def test_waiting_lasts_as_long_as_the_idle_transaction(real: Loaded) -> None:
    """Within the half second between two samples of the locks, and what a sample takes."""
    rows = real.connection.execute(
        "WITH held AS (SELECT file.trial_id, max(monotonic_s) FILTER (event = 'lock_holder_ended') "
        "- min(monotonic_s) FILTER (event = 'ddl_started') AS held_s FROM trial_event JOIN file USING (file) "
        "GROUP BY file.trial_id) "
        "SELECT trial_id, held_s, sum(duration_s) FROM ddl_phase JOIN held USING (trial_id) "
        "JOIN trial_factor USING (trial_id) WHERE phase = 'waiting_for_lock' "
        "AND trial_factor.factor = 'scenario' AND trial_factor.value = 'idle-transaction' GROUP BY ALL"
    ).fetchall()
    assert len(rows) >= 3
    assert [trial for trial, held, waited in rows if abs(waited - held) > 0.7] == []


def test_what_is_lost_behind_an_idle_transaction_is_lost_waiting(real: Loaded) -> None:
    rows = real.connection.execute(
        "SELECT trial_id, sum(phase_transactions_lost) FILTER (phase = 'waiting_for_lock'), sum(phase_transactions_lost), "
        "any_value(measured_impact.transactions_lost) FROM impact_phase JOIN measured_impact USING (trial_id, run_id) "
        "JOIN trial_factor USING (trial_id) WHERE factor = 'scenario' AND value = 'idle-transaction' GROUP BY trial_id"
    ).fetchall()
    assert len(rows) >= 3
    assert [trial for trial, waiting, phases, _ in rows if waiting < 0.8 * float(phases)] == []
    # The phases share out the loss of the whole window.
    assert [trial for trial, _, phases, lost in rows if abs(phases - lost) > 2 + 0.01 * float(lost)] == []


def test_temporary_space_is_that_of_the_model_where_the_merge_was_seen(real: Loaded) -> None:
    """Half of the builds within 5 %; samples half a second apart miss the highest moment of some."""
    rows = real.connection.execute(
        "SELECT engine, median(abs(error_pct)), count(*) FROM temp_space JOIN trial USING (trial_id) "
        "JOIN run ON run_id = owner_id WHERE error_pct IS NOT NULL AND outcome = 'completed' GROUP BY engine"
    ).fetchall()
    assert {engine for engine, _, count in rows if count >= 10} >= {"mariadb", "mysql"}
    assert [engine for engine, median, _ in rows if median > 5] == []


def test_a_load_stands_still_second_by_second_behind_an_idle_transaction(real: Loaded) -> None:
    """Every interval that lies whole in the wait, but for the second in which it begins."""
    rows = real.connection.execute(
        "WITH held AS (SELECT trial_id, max(monotonic_s) FILTER (event = 'load_started') AS zero_s, "
        "max(monotonic_s) FILTER (event = 'ddl_started') AS begun_s, "
        "max(monotonic_s) FILTER (event = 'lock_holder_ended') AS ended_s "
        "FROM trial_event JOIN file USING (file) GROUP BY trial_id) "
        "SELECT trial_id, list(tps) FROM sysbench_interval JOIN file USING (file) JOIN held USING (trial_id) "
        "JOIN trial_factor USING (trial_id) WHERE factor = 'scenario' AND value = 'idle-transaction' "
        "AND zero_s + elapsed_s - 1 >= begun_s + 1 AND zero_s + elapsed_s <= ended_s GROUP BY trial_id"
    ).fetchall()
    assert len(rows) >= 3
    assert [(trial, tps) for trial, tps in rows if len(tps) < 3 or any(tps)] == []


def test_no_statement_that_failed_is_offered(real: Loaded) -> None:
    """A statement that fails at once is fast and harms little."""
    rows = real.connection.execute(
        "SELECT scenario, setting FROM tradeoff_point WHERE scenario LIKE '%what-really-hurts%'"
    ).fetchall()
    assert rows
    assert [setting for _, setting in rows if re.search("killed|folder-full|too-big|duplicate|timeout", setting)] == []
    assert all("scenario = " in scenario and "workload = " in scenario for scenario, _ in rows)
