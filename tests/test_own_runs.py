"""What the committed runs of the lab must show, whatever their numbers are."""

from __future__ import annotations

from math import ceil, log2

from ddlbench.build import Loaded


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
