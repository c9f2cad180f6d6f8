-- How much throughput and latency change in the window of the control trials of a run, where nothing was done: effects within this are called no effect. One row a run and load level.
-- control_count: Control trials
-- noise_pct: Greatest departure of the kept throughput of a control trial from 100 %, in percent points
-- noise_latency_pct: Greatest departure of the latency inflation of a control trial from 1, in %
SELECT
    measured_impact.run_id,
    trial_setting.load_level,
    count(*)::INTEGER AS control_count,
    max(abs(throughput_kept_pct - 100))::DECIMAL(9, 2) AS noise_pct,
    max(abs(100 * latency_inflation - 100))::DECIMAL(9, 2) AS noise_latency_pct,
FROM measured_impact
JOIN trial_setting USING (trial_id)
WHERE measured_impact.control
GROUP BY ALL;
