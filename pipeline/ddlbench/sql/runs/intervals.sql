-- Interval lines of each load, for the download of a run.
SELECT
    run_load.run_id,
    trial_id,
    elapsed_s,
    sysbench_interval.threads,
    coalesce(tps, events_per_s)::DECIMAL(18, 2) AS tps,
    qps::DECIMAL(18, 2) AS qps,
    latency_percentile,
    latency_ms::DECIMAL(18, 2) AS latency_ms,
    errors_per_s::DECIMAL(18, 2) AS errors_per_s,
    file,
    sysbench_interval.line,
FROM run_load
JOIN changed_run USING (run_id)
JOIN sysbench_interval USING (file)
WHERE sysbench_interval.execution_no IS NOT DISTINCT FROM run_load.execution_no
ORDER BY trial_id, file, line;
