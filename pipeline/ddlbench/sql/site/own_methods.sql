-- Ways to build the same index beside the same load, in the runs of the experiment `methods`: means with their intervals. Memory and workers are those of PostgreSQL.
SELECT
    label,
    way,
    maintenance_work_mem,
    max_parallel_maintenance_workers,
    load_level,
    n,
    duration_s,
    duration_low_s,
    duration_high_s,
    worst_latency_ms,
    worst_latency_low_ms,
    worst_latency_high_ms,
    wait_share_pct,
    kept_pct,
    kept_low_pct,
    kept_high_pct,
    noise_pct,
    effect,
    run_id,
FROM method_setting
WHERE n > 0
ORDER BY label, run_id, load_level, method, max_parallel_maintenance_workers, length(maintenance_work_mem), maintenance_work_mem;
