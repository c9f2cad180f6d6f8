-- Ways to build the same index beside the same load, in the runs of the experiment `methods`: means with their intervals. Memory and workers are those of PostgreSQL.
WITH factors AS (
    SELECT
        run_id,
        setting,
        max(value) FILTER (factor = 'method') AS method,
        max(value) FILTER (factor = 'maintenance_work_mem') AS maintenance_work_mem,
        max(value_number) FILTER (factor = 'max_parallel_maintenance_workers')::BIGINT AS max_parallel_maintenance_workers,
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
    kept_pct,
    kept_low_pct,
    kept_high_pct,
    inflation,
    noise_pct,
    effect,
    run_id,
FROM experiment_setting
JOIN factors USING (run_id, setting)
WHERE experiment = 'methods' AND n > 0
ORDER BY label, run_id, load_level, method, max_parallel_maintenance_workers, length(maintenance_work_mem), maintenance_work_mem;
