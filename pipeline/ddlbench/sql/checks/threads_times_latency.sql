-- Threads ≠ throughput × mean latency in a closed loop without a target rate
-- hint: threads that failed or waited are missing; look for errors in the log
-- severity: by evidence
-- sysbench prints the mean with two decimals: of a tenth of a millisecond that alone is 5 %.
SELECT
    file,
    line,
    threads,
    (tps * latency_avg_ms / 1000)::DECIMAL(12, 2) AS throughput_times_latency,
FROM sysbench_execution
CROSS JOIN constant
WHERE target_tps IS NULL
    AND outcome = 'completed'
    AND tps > 0
    AND abs(tps * latency_avg_ms / 1000 - threads)
        > threads * threads_tolerance_pct / 100 + tps * 0.005 / 1000;
