-- Impact of a DDL on the load, one row a trial with a clock, and whether it stands out of the noise of comparable control trials. Figures of publications have their change against the published baseline in `published_impact`.
-- setting: The varied factors with their values
-- control_count: Control trials of the same engine, machine, workload, load level and regime
-- noise_pct: Noise floor of the throughput kept, in percentage points; NULL without control trials
-- scatter_pct: What the load scatters by itself in a window of as many intervals: standard deviations of the baseline that make its band, ÷ the root of the intervals, in % of the baseline
-- latency_effect: What became of the latency at the reported percentile, in the words of `effect`
-- effect: What became of the throughput: `slower` or `faster`; `no effect` within the noise floor or the scatter; `not comparable` without control trials; `control` for a control trial
-- noise_latency_pct: Noise floor of the latency inflation, in %
SELECT
    measured_impact.*,
    trial_setting.setting,
    trial_setting.repeat_no,
    trial_setting.load_level,
    noise_floor.control_count,
    noise_floor.noise_pct,
    (100 * recovery_band_sd * baseline_tps_sd / nullif(baseline_tps * sqrt(window_interval_count), 0))::DECIMAL(9, 2) AS scatter_pct,
    CASE
        WHEN measured_impact.control THEN 'control'
        WHEN noise_floor.noise_pct IS NULL OR throughput_kept_pct IS NULL THEN 'not comparable'
        WHEN abs(throughput_kept_pct - 100) <= greatest(noise_floor.noise_pct, scatter_pct) THEN 'no effect'
        WHEN throughput_kept_pct < 100 THEN 'slower'
        ELSE 'faster'
    END AS effect,
    noise_floor.noise_latency_pct,
    CASE
        WHEN measured_impact.control THEN 'control'
        WHEN noise_floor.noise_latency_pct IS NULL OR latency_inflation IS NULL THEN 'not comparable'
        WHEN abs(100 * latency_inflation - 100) <= noise_floor.noise_latency_pct THEN 'no effect'
        WHEN latency_inflation > 1 THEN 'slower'
        ELSE 'faster'
    END AS latency_effect,
FROM measured_impact
JOIN trial_setting USING (trial_id, run_id, control)
CROSS JOIN constant
LEFT JOIN (SELECT trial_id, noise_group FROM regime) AS regime USING (trial_id)
LEFT JOIN noise_floor USING (noise_group);
