-- What a DDL in trouble cost the load in each of its phases, in the runs of the experiment `what-really-hurts`: means over the repeats that show the phase, of statements long enough for several samples.
WITH told AS (
    SELECT impact_phase.*,
    FROM impact_phase
    CROSS JOIN constant
    QUALIFY sum(phase_s) OVER (PARTITION BY trial_id) >= phase_minimum_s
)
SELECT
    engine.name || ' ' || regexp_extract(run.engine_version, '^v?\d+(\.\d+)*') || if(run.tuning = 'tuned', ' (tuned)', '') AS label,
    trial_factor.value AS scenario,
    phase,
    count(*)::INTEGER AS n,
    avg(phase_s)::DECIMAL(12, 2) AS phase_s,
    avg(phase_kept_pct)::DECIMAL(9, 1) AS kept_pct,
    avg(phase_transactions_lost)::DECIMAL(12, 0) AS transactions_lost,
    run.run_id,
    string_agg(string_split(told.trial_id, '/')[-1], ' ' ORDER BY told.trial_id) AS trials,
FROM told
JOIN trial USING (trial_id)
JOIN run ON run.run_id = trial.owner_id
JOIN engine ON engine.engine = run.engine
JOIN trial_factor ON trial_factor.trial_id = told.trial_id AND trial_factor.factor = 'scenario'
WHERE run.experiment = 'what-really-hurts' AND run.withdrawn IS NULL AND NOT coalesce(trial.control, false)
GROUP BY label, run.run_id, scenario, phase
ORDER BY
    label,
    run.run_id,
    scenario,
    array_position(['waiting_for_lock', 'building', 'applying_log', 'committing', 'other'], phase);
