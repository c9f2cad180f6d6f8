-- What the DDL window did to the load of each trial with a clock, before it is compared with the noise floor. A control trial shows what the same window does without a DDL.
-- duration_s: Seconds that the DDL took
-- window_interval_count: Intervals with figures of which any part lies in the DDL window
-- baseline_tps: Transactions a second before the DDL: mean of the intervals
-- window_tps: Mean of transactions a second in the DDL window, each interval with the seconds of it that lie inside
-- worst_tps: Least throughput of an interval in the window
-- throughput_kept_pct: Mean throughput in the window in % of that before the DDL
-- transactions_lost: Sum over the intervals in the window of (baseline − throughput) × seconds inside; negative where the load ran faster
-- stall_s: Seconds of the intervals in the window that show no transaction
-- window_latency_ms: Mean of the interval latencies in the window in milliseconds, without intervals that have none
-- worst_latency_ms: Greatest interval latency in the window, in milliseconds
-- latency_inflation: Mean of the interval latencies in the window ÷ that before the DDL
-- latency_percentile: Percentile that the interval latencies are
-- recovery_s: Seconds from the end of the DDL to the return into the band of the baseline
WITH inside AS (
    SELECT
        trial_id,
        count(tps)::INTEGER AS window_interval_count,
        sum((tps * inside_s)::DECIMAL(28, 8)) / sum(inside_s::DECIMAL(28, 8)) FILTER (tps IS NOT NULL) AS window_tps,
        min(tps) AS worst_tps,
        sum(((baseline_tps - tps) * inside_s)::DECIMAL(28, 8)) AS transactions_lost,
        coalesce(sum(length_s::DECIMAL(28, 9)) FILTER (tps = 0), 0)::DOUBLE AS stall_s,
        avg(latency_ms::DECIMAL(28, 9)) AS window_latency_ms,
        max(latency_ms) AS worst_latency_ms,
    FROM load_interval
    JOIN (SELECT trial_id, baseline_tps FROM baseline) USING (trial_id)
    WHERE part = 'ddl' AND NOT void
    GROUP BY trial_id
)
SELECT
    ddl_window.trial_id,
    ddl_window.run_id,
    ddl_window.control,
    clock,
    ddl_outcome,
    duration_s::DECIMAL(12, 3) AS duration_s,
    window_interval_count,
    baseline_tps::DECIMAL(12, 2) AS baseline_tps,
    baseline_tps_sd::DECIMAL(12, 2) AS baseline_tps_sd,
    window_tps::DECIMAL(12, 2) AS window_tps,
    worst_tps::DECIMAL(12, 2) AS worst_tps,
    (100 * window_tps / nullif(baseline_tps, 0))::DECIMAL(9, 2) AS throughput_kept_pct,
    transactions_lost::DECIMAL(18, 0) AS transactions_lost,
    stall_s::DECIMAL(12, 1) AS stall_s,
    latency_percentile,
    baseline_latency_ms::DECIMAL(12, 2) AS baseline_latency_ms,
    baseline_latency_sd_ms::DECIMAL(12, 2) AS baseline_latency_sd_ms,
    window_latency_ms::DECIMAL(12, 2) AS window_latency_ms,
    worst_latency_ms::DECIMAL(12, 2) AS worst_latency_ms,
    (window_latency_ms / nullif(baseline_latency_ms, 0))::DECIMAL(12, 3) AS latency_inflation,
    recovered,
    recovery_s::DECIMAL(12, 1) AS recovery_s,
FROM ddl_window
JOIN baseline USING (trial_id, run_id)
JOIN inside USING (trial_id)
LEFT JOIN (SELECT trial_id, recovered, recovery_s FROM recovery) USING (trial_id);
