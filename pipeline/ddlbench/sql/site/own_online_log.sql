-- Growth of the online log, predicted against observed, in the runs of `what-really-hurts`: means over the repeats of the undisturbed statement and of the one with too small a log.
SELECT
    engine.name || ' ' || regexp_extract(run.engine_version, '^v?\d+(\.\d+)*') || if(run.tuning = 'tuned', ' (tuned)', '') AS label,
    trial_factor.value AS scenario,
    count(*)::INTEGER AS n,
    (max(limit_bytes) / 1048576)::DECIMAL(12, 2) AS limit_mib,
    avg(write_qps)::DECIMAL(12, 0) AS write_qps,
    avg(predicted_full_s)::DECIMAL(18, 2) AS predicted_full_s,
    avg(duration_s)::DECIMAL(12, 2) AS duration_s,
    count(*) FILTER (predicted_overflow)::INTEGER AS predicted_overflow_count,
    count(*) FILTER (overflowed)::INTEGER AS overflow_count,
    string_agg(string_split(online_log.trial_id, '/')[-1], ' ' ORDER BY online_log.trial_id) AS trials,
    run.run_id,
FROM online_log
JOIN run USING (run_id)
JOIN engine ON engine.engine = run.engine
JOIN trial_factor ON trial_factor.trial_id = online_log.trial_id AND trial_factor.factor = 'scenario'
WHERE run.experiment = 'what-really-hurts'
    AND run.withdrawn IS NULL
    AND trial_factor.value IN ('undisturbed', 'online-log-too-big')
GROUP BY label, run.run_id, trial_factor.value
ORDER BY label, run.run_id, scenario DESC;
