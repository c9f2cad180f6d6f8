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
    own_setting.* EXCLUDE (experiment, engine, engine_version, tuning, setting, label, worst_latency_low_ms, worst_latency_high_ms, wait_share_pct),
FROM own_setting
JOIN factors USING (run_id, setting)
WHERE experiment = 'bottleneck'
ORDER BY label, run_id, workload, innodb_flush_log_at_trx_commit, synchronous_commit;
