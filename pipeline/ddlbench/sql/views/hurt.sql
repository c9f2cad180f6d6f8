-- What a DDL in trouble did to the load, one row a run and scenario of the experiment `what-really-hurts`: means over the repeats.
-- scenario: What was in its way, as the experiment names it
-- trials: Numbers of its trials in the run
-- failed_count: Repeats in which the statement failed
-- error_code: Error number of the server, where it is one and the same
-- error_message: Error text of the server
-- kept_pct: Mean over the repeats of the throughput in the DDL window in % of that before the DDL
-- waiting_s: Mean of the seconds that the statement waited for a lock; phases are given for statements long enough for several samples
-- building_s: Mean of the seconds that it built
-- applying_s: Mean of the seconds that it applied the log of changes
-- stall_s: Mean of the seconds in the DDL window that show no transaction
-- stall_most_s: Greatest time of a trial without any transaction in the DDL window, in seconds
-- slow_s: Mean of the seconds from the start of the DDL to the end of the load that were slow: few transactions, or transactions with a latency far above that before
-- slow_at_end_count: Repeats whose load was still slow when it ended
-- load_errors: Mean of the statements of the load in the DDL window that failed and were begun again, such as deadlocks
-- baseline_errors: Statements of the load before the DDL that failed and were begun again, all repeats together
-- worst_latency_ms: Greatest interval latency in the DDL windows, in milliseconds
-- roll_back_s: Mean of the seconds from the kill to the end of the statement
-- ran_s: Mean of the seconds from the start of the statement to the kill
-- lag_s: Greatest lag of the replica, in seconds
-- duration_s: Mean duration of the DDL in seconds; of a DDL that failed, until it failed
-- label: Engine and version; says so where the settings are tuned
-- n: Completed trials of the scenario
-- baseline_latency_ms: Mean over the repeats of the mean interval latency before the DDL, in milliseconds
WITH hurting AS (
    SELECT trial_id
    FROM trial
    JOIN run ON run.run_id = trial.owner_id
    WHERE run.experiment = 'what-really-hurts'
),
phased AS (
    SELECT
        trial_id,
        sum(ddl_phase.duration_s) FILTER (phase = 'waiting_for_lock') AS waiting_s,
        sum(ddl_phase.duration_s) FILTER (phase = 'building') AS building_s,
        sum(ddl_phase.duration_s) FILTER (phase = 'applying_log') AS applying_s,
    FROM ddl_phase
    CROSS JOIN constant
    GROUP BY trial_id
    HAVING sum(ddl_phase.duration_s) >= any_value(phase_minimum_s)
),
failing AS (
    SELECT file.trial_id, max(error_code) AS error_code, max(error_message) AS error_message, bool_or(outcome = 'failed') AS failed,
    FROM ddl_statement
    JOIN file USING (file)
    GROUP BY file.trial_id
),
lagging AS (
    SELECT file.trial_id, max(lag_s) AS lag_s,
    FROM replica_sample
    JOIN file USING (file)
    GROUP BY file.trial_id
),
second AS (
    SELECT
        load_interval.*,
        tps < slow_throughput_share * baseline_tps OR coalesce(latency_ms > slow_latency_factor * baseline_latency_ms, false) AS slow,
        (errors_per_s * length_s)::DECIMAL(18, 2) AS errors,
    FROM load_interval
    SEMI JOIN hurting USING (trial_id)
    JOIN (SELECT trial_id, baseline_tps, baseline_latency_ms FROM baseline) AS baseline USING (trial_id)
    CROSS JOIN constant
    WHERE NOT void
),
felt AS (
    SELECT
        trial_id,
        coalesce(sum(length_s::DECIMAL(18, 2)) FILTER (slow AND part IN ('ddl', 'after')), 0) AS slow_s,
        arg_max(slow, ends_s) AS slow_at_end,
        coalesce(sum(errors) FILTER (part = 'ddl'), 0) AS load_errors,
        coalesce(sum(errors) FILTER (part = 'baseline'), 0) AS baseline_errors,
    FROM second
    GROUP BY trial_id
)
SELECT
    run.run_id,
    engine.name || ' ' || regexp_extract(run.engine_version, '^v?\d+(\.\d+)*') || if(run.tuning = 'tuned', ' (tuned)', '') AS label,
    trial_factor.value AS scenario,
    count(*)::INTEGER AS n,
    string_agg(string_split(trial.trial_id, '/')[-1], ' ' ORDER BY trial.trial_id) AS trials,
    count(*) FILTER (failing.failed OR ddl_window.ddl_outcome LIKE 'failed%')::INTEGER AS failed_count,
    if(count(DISTINCT error_code) = 1, max(error_code), NULL) AS error_code,
    max(error_message) AS error_message,
    avg(ddl_window.duration_s)::DECIMAL(12, 2) AS duration_s,
    if(count(phased.trial_id) = count(*), avg(coalesce(waiting_s, 0)), NULL)::DECIMAL(12, 2) AS waiting_s,
    if(count(phased.trial_id) = count(*), avg(coalesce(building_s, 0)), NULL)::DECIMAL(12, 2) AS building_s,
    if(count(phased.trial_id) = count(*), avg(coalesce(applying_s, 0)), NULL)::DECIMAL(12, 2) AS applying_s,
    avg(throughput_kept_pct)::DECIMAL(9, 1) AS kept_pct,
    avg(stall_s)::DECIMAL(12, 1) AS stall_s,
    max(stall_s)::DECIMAL(12, 1) AS stall_most_s,
    avg(slow_s)::DECIMAL(12, 1) AS slow_s,
    count(*) FILTER (slow_at_end)::INTEGER AS slow_at_end_count,
    avg(load_errors)::DECIMAL(12, 1) AS load_errors,
    sum(baseline_errors)::DECIMAL(12, 0) AS baseline_errors,
    avg(baseline_latency_ms)::DECIMAL(12, 1) AS baseline_latency_ms,
    max(worst_latency_ms)::DECIMAL(12, 1) AS worst_latency_ms,
    avg(ran_s)::DECIMAL(12, 2) AS ran_s,
    avg(roll_back_s)::DECIMAL(12, 2) AS roll_back_s,
    max(lag_s)::DECIMAL(12, 1) AS lag_s,
FROM trial
JOIN run ON run.run_id = trial.owner_id
JOIN engine ON engine.engine = run.engine
JOIN trial_factor ON trial_factor.trial_id = trial.trial_id AND trial_factor.factor = 'scenario'
JOIN (SELECT trial_id, ddl_outcome, duration_s FROM ddl_window) AS ddl_window ON ddl_window.trial_id = trial.trial_id
LEFT JOIN (SELECT * EXCLUDE (run_id, control, duration_s, ddl_outcome) FROM measured_impact) AS impact ON impact.trial_id = trial.trial_id
LEFT JOIN phased ON phased.trial_id = trial.trial_id
LEFT JOIN failing ON failing.trial_id = trial.trial_id
LEFT JOIN lagging ON lagging.trial_id = trial.trial_id
LEFT JOIN felt ON felt.trial_id = trial.trial_id
LEFT JOIN (SELECT trial_id, ran_s, roll_back_s FROM roll_back) AS roll_back ON roll_back.trial_id = trial.trial_id
WHERE run.experiment = 'what-really-hurts'
    AND run.withdrawn IS NULL
    AND NOT coalesce(trial.control, false)
    AND trial.outcome = 'completed'
GROUP BY run.run_id, label, trial_factor.value;
