-- The constants of the method, as views and statistics read them.
SELECT
    recovery_band_sd::DECIMAL(4, 0) AS recovery_band_sd,
    recovery_intervals,
    baseline_minimum_intervals,
    (100 * confidence_level)::DECIMAL(4, 0) AS confidence_pct,
    bootstrap_resamples,
    bootstrap_minimum_n,
    block_intervals,
    buffer_fits_ratio,
    buffer_exceeds_ratio::DECIMAL(4, 0) AS buffer_exceeds_ratio,
    phase_minimum_s::DECIMAL(4, 0) AS phase_minimum_s,
    progress_minimum_s::DECIMAL(4, 0) AS progress_minimum_s,
    (100 * slow_throughput_share)::DECIMAL(4, 0) AS slow_throughput_pct,
    slow_latency_factor::DECIMAL(4, 0) AS slow_latency_factor,
    queries_tolerance_pct::DECIMAL(4, 0) AS queries_tolerance_pct,
FROM constant;
