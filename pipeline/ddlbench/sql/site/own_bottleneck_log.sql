-- Builds whose online log overflowed in the runs of `bottleneck`, one row a trial: the second at which the model expects the log to be full, beside the second at which the statement failed.
SELECT
    engine.name || ' ' || regexp_extract(run.engine_version, '^v?\d+(\.\d+)*') || if(run.tuning = 'tuned', ' (tuned)', '') AS label,
    workload.value AS workload,
    trial.repeat_no,
    (limit_bytes / 1048576)::DECIMAL(12, 2) AS limit_mib,
    write_qps::DECIMAL(12, 0) AS write_qps,
    predicted_full_s::DECIMAL(12, 1) AS predicted_full_s,
    duration_s::DECIMAL(12, 1) AS failed_s,
    applying.applying_s::DECIMAL(12, 1) AS applying_s,
    string_split(online_log.trial_id, '/')[-1] AS trials,
    run.run_id,
FROM online_log
JOIN trial USING (trial_id)
JOIN run ON run.run_id = trial.owner_id
JOIN engine ON engine.engine = run.engine
JOIN trial_factor AS workload ON workload.trial_id = online_log.trial_id AND workload.factor = 'workload'
LEFT JOIN (
    SELECT trial_id, sum(duration_s) AS applying_s,
    FROM ddl_phase
    WHERE phase = 'applying_log'
    GROUP BY trial_id
) AS applying ON applying.trial_id = online_log.trial_id
WHERE run.experiment = 'bottleneck' AND run.withdrawn IS NULL AND overflowed
ORDER BY label, run.run_id, workload, repeat_no;
