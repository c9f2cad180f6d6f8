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
    own_setting.* EXCLUDE (experiment, engine, engine_version, tuning, setting, label, worst_latency_low_ms, worst_latency_high_ms, wait_share_pct),
FROM own_setting
JOIN factors USING (run_id, setting)
WHERE experiment = 'flush-and-temporary-tables'
ORDER BY label, run_id, operation, workload;
