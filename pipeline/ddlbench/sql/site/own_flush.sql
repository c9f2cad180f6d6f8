-- CREATE INDEX and OPTIMIZE TABLE beside a load that dirties pages or makes temporary tables on short connections, in the runs of the experiment `flush-and-temporary-tables`: means with their intervals.
WITH factors AS (
    SELECT
        run_id,
        setting,
        max(value) FILTER (factor = 'operation') AS operation,
        max(value) FILTER (factor = 'workload') AS workload,
    FROM setting_factor
    GROUP BY run_id, setting
)
SELECT
    label,
    factors.* EXCLUDE (run_id, setting),
    load_level,
    n,
    duration_s,
    duration_low_s,
    duration_high_s,
    worst_latency_ms,
    stall_s,
    kept_pct,
    kept_low_pct,
    kept_high_pct,
    inflation,
    noise_pct,
    effect,
    run_id,
FROM experiment_setting
JOIN factors USING (run_id, setting)
WHERE experiment = 'flush-and-temporary-tables' AND n > 0
ORDER BY label, run_id, operation, workload;
