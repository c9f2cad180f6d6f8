-- Point selects and inserts at saturation beside an index build, with commits that wait for the disk and commits that do not, in the runs of the experiment `bottleneck`: means with their intervals.
WITH factors AS (
    SELECT
        run_id,
        setting,
        max(value) FILTER (factor = 'workload') AS workload,
        max(value_number) FILTER (factor = 'innodb_flush_log_at_trx_commit')::BIGINT AS innodb_flush_log_at_trx_commit,
        max(value) FILTER (factor = 'synchronous_commit') AS synchronous_commit,
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
WHERE experiment = 'bottleneck' AND n > 0
ORDER BY label, run_id, workload, innodb_flush_log_at_trx_commit, synchronous_commit;
