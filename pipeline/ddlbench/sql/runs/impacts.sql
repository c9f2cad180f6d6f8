-- What the DDL window did to the load of each trial, with what the noise of comparable control trials makes of it.
SELECT
    impact.run_id,
    trial_id,
    duration_s::DECIMAL(18, 1) AS duration_s,
    baseline_tps::DECIMAL(18, 1) AS before_tps,
    window_tps::DECIMAL(18, 1) AS during_tps,
    throughput_kept_pct::DECIMAL(18, 1) AS kept_pct,
    baseline_latency_ms::DECIMAL(18, 1) AS before_ms,
    window_latency_ms::DECIMAL(18, 1) AS during_ms,
    stall_s::DECIMAL(18, 1) AS stall_s,
    recovery_s::DECIMAL(18, 1) AS recovery_s,
    noise_pct::DECIMAL(18, 1) AS noise_pct,
    effect,
FROM impact
JOIN changed_run USING (run_id)
ORDER BY ALL;
