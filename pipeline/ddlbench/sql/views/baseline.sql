-- The load of each trial before its DDL: mean and spread over the intervals of the baseline, and where its band ends.
-- interval_count: Intervals with figures
-- baseline_tps: Mean of transactions a second over the intervals of the baseline
-- baseline_tps_sd: Sample standard deviation of transactions a second over the intervals of the baseline
-- band_tps: Least throughput that lies inside the band of the baseline
-- baseline_latency_ms: Mean of the interval latencies of the baseline at the reported percentile, in milliseconds
-- baseline_latency_sd_ms: Sample standard deviation of the interval latencies of the baseline, in milliseconds
SELECT
    trial_id,
    run_id,
    count(tps)::INTEGER AS interval_count,
    avg(tps::DECIMAL(18, 4)) AS baseline_tps,
    stddev_samp(tps) AS baseline_tps_sd,
    greatest(0, avg(tps::DECIMAL(28, 9)) - any_value(constant.recovery_band_sd) * round(stddev_samp(tps), 9)) AS band_tps,
    any_value(latency_percentile) AS latency_percentile,
    avg(latency_ms::DECIMAL(18, 4)) AS baseline_latency_ms,
    stddev_samp(latency_ms) AS baseline_latency_sd_ms,
FROM load_interval
CROSS JOIN constant
WHERE part = 'baseline' AND NOT void
GROUP BY trial_id, run_id
HAVING count(tps) >= any_value(constant.baseline_minimum_intervals);
