-- Settings of our own runs as the tables of the reports show them: those of `experiment_setting` that have completed trials, with what the tables have in common.
-- wait_share_pct: Mean over the repeats of the worst latency in % of the duration of the statement: near 100 where transactions waited for all of it
-- load_level: Load in % of the measured capacity; 0 is idle, 100 saturation
-- duration_s: Mean duration of the DDL in seconds
-- worst_latency_ms: Mean over the repeats of the greatest interval latency in the DDL window, in milliseconds
-- stall_s: Mean of the seconds in the window that show no transaction
WITH waited AS (
    SELECT trial_setting.run_id, setting, avg(worst_latency_ms / (10 * nullif(duration_s, 0)))::DECIMAL(9, 0) AS wait_share_pct,
    FROM measured_impact
    JOIN trial_setting USING (trial_id)
    WHERE NOT trial_setting.control AND trial_setting.outcome = 'completed'
    GROUP BY trial_setting.run_id, setting
)
SELECT
    experiment,
    engine,
    engine_version,
    tuning,
    setting,
    label,
    load_level,
    n,
    duration_s,
    duration_low_s,
    duration_high_s,
    worst_latency_ms,
    worst_latency_low_ms,
    worst_latency_high_ms,
    wait_share_pct,
    stall_s,
    kept_pct,
    kept_low_pct,
    kept_high_pct,
    inflation,
    noise_pct,
    control_count,
    effect,
    trials,
    run_id,
FROM experiment_setting
LEFT JOIN waited USING (run_id, setting)
WHERE n > 0;
