-- What the load did in each part of a trial: before, during and after the DDL window; as a whole where there is none.
WITH placed AS (
    SELECT load_interval.run_id, trial_id, part, starts_s + ddl_starts_at_s AS starts_s, ends_s + ddl_starts_at_s AS ends_s,
        tps, latency_ms, errors_per_s, length_s, file, line,
    FROM load_interval
    JOIN changed_run USING (run_id)
    JOIN ddl_window USING (trial_id)
    UNION ALL
    SELECT run_load.run_id, trial_id, 'whole', elapsed_s - 1, elapsed_s, coalesce(tps, events_per_s), latency_ms,
        errors_per_s, 1, file, sysbench_interval.line,
    FROM run_load
    JOIN changed_run USING (run_id)
    ANTI JOIN ddl_window USING (trial_id)
    JOIN sysbench_interval USING (file)
    WHERE sysbench_interval.execution_no IS NOT DISTINCT FROM run_load.execution_no AND elapsed_s > 0
)
SELECT
    run_id,
    trial_id,
    replace(part, '-', '_') AS phase,
    greatest(0, min(starts_s))::DECIMAL(18, 0) AS from_s,
    max(ends_s)::DECIMAL(18, 0) AS to_s,
    count(tps) AS interval_count,
    avg(tps::DECIMAL(28, 9))::DECIMAL(18, 1) AS tps_mean,
    min(tps)::DECIMAL(18, 1) AS tps_lowest,
    avg(latency_ms::DECIMAL(28, 9))::DECIMAL(18, 1) AS latency_mean_ms,
    max(latency_ms)::DECIMAL(18, 1) AS latency_highest_ms,
    sum((errors_per_s * length_s)::DECIMAL(28, 9))::DECIMAL(18, 0) AS errors,
    min(file) AS file,
    min(line) AS line,
    max(line) AS last,
FROM placed
GROUP BY run_id, trial_id, part
ORDER BY run_id, trial_id, from_s;
