-- Throughput second by second around the DDL, with and without an idle transaction in its way, in the runs of `what-really-hurts`: each repeat on its own, in % of its throughput before the DDL.
SELECT
    run.run_id,
    engine.name || ' ' || regexp_extract(run.engine_version, '^v?\d+(\.\d+)*') || if(run.tuning = 'tuned', ' (tuned)', '') AS label,
    trial_factor.value AS scenario,
    trial.repeat_no,
    (load_interval.starts_s + load_interval.length_s / 2)::DECIMAL(9, 1) AS second_s,
    (100 * load_interval.tps / baseline.baseline_tps)::DECIMAL(9, 1) AS tps_pct,
    string_split(trial_id, '/')[-1] AS trials,
FROM load_interval
JOIN (SELECT trial_id, baseline_tps FROM baseline) AS baseline USING (trial_id)
JOIN trial USING (trial_id)
JOIN trial_factor ON trial_factor.trial_id = load_interval.trial_id AND trial_factor.factor = 'scenario'
JOIN run ON run.run_id = trial.owner_id
JOIN engine ON engine.engine = run.engine
WHERE run.experiment = 'what-really-hurts'
    AND run.withdrawn IS NULL
    AND NOT load_interval.control
    AND NOT load_interval.void
    AND load_interval.part <> 'warm-up'
    AND trial_factor.value IN ('undisturbed', 'idle-transaction', 'idle-transaction-timeout')
    AND load_interval.starts_s BETWEEN -4 AND 12
ORDER BY label, run_id, scenario, repeat_no, second_s;
