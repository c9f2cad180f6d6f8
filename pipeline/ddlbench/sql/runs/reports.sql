-- What the load generator printed at the end of each load.
SELECT run_load.run_id, run_load.trial_id, file, sysbench_execution.line, version, threads, target_tps,
    sysbench_execution.outcome, transactions, tps::DECIMAL(18, 2) AS tps, qps::DECIMAL(18, 2) AS qps, ignored_errors,
    latency_avg_ms::DECIMAL(18, 2) AS latency_avg_ms, latency_percentile,
    latency_percentile_ms::DECIMAL(18, 2) AS latency_percentile_ms, latency_max_ms::DECIMAL(18, 2) AS latency_max_ms,
FROM run_load
JOIN changed_run USING (run_id)
JOIN sysbench_execution USING (file, execution_no)
ORDER BY ALL;
