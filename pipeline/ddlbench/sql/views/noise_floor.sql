-- How much throughput and latency change in the window of control trials, where nothing was done: effects within this are called no effect. One row a `noise_group` of `regime`: control trials of one engine, machine, workload, load level and regime, of all runs that are not withdrawn.
-- noise_group: What the trials share whose noise this is
-- control_count: Control trials
-- run_count: Runs that they come from
-- noise_pct: Greatest departure of the kept throughput of a control trial from 100 %, in percentage points
-- noise_latency_pct: Greatest departure of the latency inflation of a control trial from 1, in %
SELECT
    noise_group,
    count(*)::INTEGER AS control_count,
    count(DISTINCT run_id)::INTEGER AS run_count,
    max(abs(throughput_kept_pct - 100))::DECIMAL(9, 2) AS noise_pct,
    max(abs(100 * latency_inflation - 100))::DECIMAL(9, 2) AS noise_latency_pct,
FROM measured_impact
JOIN (SELECT trial_id, noise_group FROM regime) USING (trial_id)
JOIN run USING (run_id)
WHERE control AND run.withdrawn IS NULL
GROUP BY noise_group;
