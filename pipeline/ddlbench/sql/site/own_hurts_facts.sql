-- Figures of the runs of `what-really-hurts` over all trials with a statement: statements of the load that failed and were begun again, and when a full online log was noticed.
WITH felt AS (
    SELECT
        load_interval.trial_id,
        coalesce(sum((errors_per_s * length_s)::DECIMAL(18, 2)) FILTER (part = 'ddl'), 0) AS ddl_errors,
        coalesce(sum((errors_per_s * length_s)::DECIMAL(18, 2)) FILTER (part = 'baseline'), 0) AS baseline_errors,
    FROM load_interval
    JOIN run USING (run_id)
    WHERE run.experiment = 'what-really-hurts' AND run.withdrawn IS NULL AND NOT load_interval.control AND NOT void
    GROUP BY load_interval.trial_id
),
online AS (
    SELECT online_log.*,
    FROM online_log
    JOIN run USING (run_id)
    WHERE run.experiment = 'what-really-hurts' AND run.withdrawn IS NULL
)
SELECT
    (SELECT count(*) FROM felt)::INTEGER AS trial_count,
    (SELECT count(*) FROM felt WHERE ddl_errors > 0)::INTEGER AS error_trial_count,
    (SELECT max(ddl_errors) FROM felt)::DECIMAL(12, 0) AS error_most,
    (SELECT sum(baseline_errors) FROM felt)::DECIMAL(12, 0) AS baseline_errors,
    count(*)::INTEGER AS predicted_count,
    count(*) FILTER (predicted_overflow = overflowed)::INTEGER AS predicted_right_count,
    count(*) FILTER (overflowed)::INTEGER AS overflow_count,
    max(predicted_full_s) FILTER (overflowed)::DECIMAL(12, 2) AS full_most_s,
    min(duration_s) FILTER (overflowed)::DECIMAL(12, 2) AS overflow_least_s,
    (SELECT max(roll_back_s) FROM roll_back JOIN run USING (run_id) WHERE run.experiment = 'what-really-hurts')::DECIMAL(12, 2)
        AS roll_back_most_s,
FROM online;
