-- What the load did before, during and after the DDL window; the whole load where there is none.
WITH phase AS (
    SELECT
        run_load.run_id,
        run_load.trial_id,
        CASE
            WHEN starts_at_s IS NULL THEN 'whole'
            WHEN elapsed_s <= starts_at_s THEN 'before'
            WHEN run_window.ends_at_s IS NULL OR elapsed_s <= ceil(run_window.ends_at_s) THEN 'during'
            ELSE 'after'
        END AS phase,
        elapsed_s,
        coalesce(tps, events_per_s) AS throughput,
        latency_ms,
        errors_per_s,
    FROM run_load
    JOIN changed_run USING (run_id)
    JOIN sysbench_interval USING (file)
    LEFT JOIN run_window USING (trial_id)
    WHERE sysbench_interval.execution_no IS NOT DISTINCT FROM run_load.execution_no AND elapsed_s > 0
)
SELECT
    run_id,
    trial_id,
    phase,
    min(elapsed_s) - 1 AS from_s,
    max(elapsed_s) AS to_s,
    count(*) AS interval_count,
    avg(throughput)::DECIMAL(18, 1) AS tps_mean,
    min(throughput)::DECIMAL(18, 1) AS tps_lowest,
    median(latency_ms)::DECIMAL(18, 2) AS latency_median_ms,
    max(latency_ms)::DECIMAL(18, 2) AS latency_highest_ms,
    count(*) FILTER (throughput = 0) AS stalled_count,
    sum(errors_per_s)::DECIMAL(18, 1) AS errors,
FROM phase
GROUP BY ALL
ORDER BY run_id, trial_id, from_s;
