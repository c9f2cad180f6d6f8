-- What the DDL window did to the load: throughput kept and latency added, against the time before it.
WITH part AS (
    SELECT
        run_load.run_id,
        run_load.trial_id,
        run_window.ends_at_s - starts_at_s AS duration_s,
        avg(coalesce(tps, events_per_s)) FILTER (elapsed_s <= starts_at_s) AS before_tps,
        avg(coalesce(tps, events_per_s)) FILTER (elapsed_s > starts_at_s AND elapsed_s <= ceil(run_window.ends_at_s))
            AS during_tps,
        median(latency_ms) FILTER (elapsed_s <= starts_at_s) AS before_ms,
        median(latency_ms) FILTER (elapsed_s > starts_at_s AND elapsed_s <= ceil(run_window.ends_at_s)) AS during_ms,
        count(*) FILTER (tps = 0 AND elapsed_s > starts_at_s AND elapsed_s <= ceil(run_window.ends_at_s)) AS stalled_count,
    FROM run_load
    JOIN changed_run USING (run_id)
    JOIN run_window USING (trial_id)
    JOIN sysbench_interval USING (file)
    WHERE sysbench_interval.execution_no IS NOT DISTINCT FROM run_load.execution_no AND elapsed_s > 0
    GROUP BY run_load.run_id, run_load.trial_id, run_window.ends_at_s, starts_at_s
)
SELECT
    run_id,
    trial_id,
    duration_s::DECIMAL(18, 1) AS duration_s,
    before_tps::DECIMAL(18, 1) AS before_tps,
    during_tps::DECIMAL(18, 1) AS during_tps,
    (100 * during_tps / nullif(before_tps, 0))::DECIMAL(18, 1) AS kept_pct,
    before_ms::DECIMAL(18, 2) AS before_ms,
    during_ms::DECIMAL(18, 2) AS during_ms,
    stalled_count,
FROM part
ORDER BY ALL;
