-- What the runs of each experiment found, one row a run and setting: means over the completed repeats with their intervals, and whether the change of throughput stands out of the noise of comparable control trials. Withdrawn runs do not count.
-- label: Engine and version; says so where the settings are tuned
-- load_level: Load in % of the measured capacity; 0 is idle, 100 saturation
-- n: Completed trials of this setting
-- failed_count: Trials of this setting that did not complete
-- trials: Numbers of its trials in the run, failed ones included
-- duration_s: Mean duration of the DDL in seconds
-- duration_low_s: Lower end of the interval of the mean duration; NULL for a single trial
-- duration_high_s: Upper end of the interval of the mean duration; NULL for a single trial
-- kept_pct: Mean throughput in the DDL window in % of that before the DDL
-- kept_low_pct: Lower end of the interval of the mean throughput kept; NULL for a single trial
-- kept_high_pct: Upper end of the interval of the mean throughput kept; NULL for a single trial
-- inflation: Mean of the interval latencies in the DDL window ÷ that before the DDL
-- inflation_low: Lower end of the interval of the mean latency inflation; NULL for a single trial
-- inflation_high: Upper end of the interval of the mean latency inflation; NULL for a single trial
-- worst_latency_ms: Mean over the repeats of the greatest interval latency in the DDL window, in milliseconds
-- worst_latency_low_ms: Lower end of the interval of the mean worst latency; NULL for a single trial
-- worst_latency_high_ms: Upper end of the interval of the mean worst latency; NULL for a single trial
-- stall_s: Mean of the seconds in the window that show no transaction
-- control_count: Control trials of the same engine, machine, workload, load level and regime
-- noise_pct: Noise floor of the throughput kept, in percentage points
-- noise_latency_pct: Noise floor of the latency inflation, in %
-- effect: `no effect` (the mean lies within the noise floor), `unclear` (beyond it, but the interval holds 100 %), `slower` or `faster`; `not comparable` without control trials
WITH experimental AS (
    SELECT run_id FROM run WHERE experiment IS NOT NULL AND withdrawn IS NULL
),
summary AS (
    SELECT
        run_id,
        setting,
        max(mean) FILTER (measure = 'duration_s') AS duration_s,
        if(max(low) FILTER (measure = 'duration_s') < 0, 0, max(low) FILTER (measure = 'duration_s')) AS duration_low_s,
        max(high) FILTER (measure = 'duration_s') AS duration_high_s,
        max(mean) FILTER (measure = 'throughput_kept_pct') AS kept_pct,
        if(max(low) FILTER (measure = 'throughput_kept_pct') < 0, 0, max(low) FILTER (measure = 'throughput_kept_pct')) AS kept_low_pct,
        max(high) FILTER (measure = 'throughput_kept_pct') AS kept_high_pct,
        max(mean) FILTER (measure = 'latency_inflation') AS inflation,
        if(max(low) FILTER (measure = 'latency_inflation') < 0, 0, max(low) FILTER (measure = 'latency_inflation')) AS inflation_low,
        max(high) FILTER (measure = 'latency_inflation') AS inflation_high,
        max(mean) FILTER (measure = 'worst_latency_ms') AS worst_latency_ms,
        max(low) FILTER (measure = 'worst_latency_ms') AS worst_latency_low_ms,
        max(high) FILTER (measure = 'worst_latency_ms') AS worst_latency_high_ms,
        max(mean) FILTER (measure = 'stall_s') AS stall_s,
    FROM setting_summary
    SEMI JOIN experimental USING (run_id)
    GROUP BY run_id, setting
),
tried AS (
    SELECT
        run_id,
        setting,
        load_level,
        min(noise_group) AS noise_group,
        count(*) FILTER (outcome = 'completed')::INTEGER AS n,
        count(*) FILTER (outcome <> 'completed')::INTEGER AS failed_count,
        string_agg(string_split(trial_id, '/')[-1], ' ' ORDER BY trial_id) AS trials,
    FROM trial_setting
    SEMI JOIN experimental USING (run_id)
    LEFT JOIN (SELECT trial_id, noise_group FROM regime) AS regime USING (trial_id)
    WHERE NOT control
    GROUP BY run_id, setting, load_level
)
SELECT
    run.experiment,
    run.run_id,
    run.engine,
    regexp_extract(run.engine_version, '^v?\d+(\.\d+)*') AS engine_version,
    engine.name || ' ' || regexp_extract(run.engine_version, '^v?\d+(\.\d+)*') || if(run.tuning = 'tuned', ' (tuned)', '') AS label,
    run.tuning,
    run.machine,
    tried.setting,
    tried.load_level::INTEGER AS load_level,
    tried.n,
    tried.failed_count,
    tried.trials,
    duration_s::DECIMAL(12, 2) AS duration_s,
    duration_low_s::DECIMAL(12, 2) AS duration_low_s,
    duration_high_s::DECIMAL(12, 2) AS duration_high_s,
    kept_pct::DECIMAL(9, 1) AS kept_pct,
    kept_low_pct::DECIMAL(9, 1) AS kept_low_pct,
    kept_high_pct::DECIMAL(9, 1) AS kept_high_pct,
    inflation::DECIMAL(12, 1) AS inflation,
    inflation_low::DECIMAL(12, 1) AS inflation_low,
    inflation_high::DECIMAL(12, 1) AS inflation_high,
    worst_latency_ms::DECIMAL(12, 1) AS worst_latency_ms,
    worst_latency_low_ms::DECIMAL(12, 1) AS worst_latency_low_ms,
    worst_latency_high_ms::DECIMAL(12, 1) AS worst_latency_high_ms,
    stall_s::DECIMAL(12, 1) AS stall_s,
    noise_floor.control_count,
    noise_floor.noise_pct::DECIMAL(9, 1) AS noise_pct,
    noise_floor.noise_latency_pct::DECIMAL(9, 1) AS noise_latency_pct,
    CASE
        WHEN noise_floor.noise_pct IS NULL OR kept_pct IS NULL THEN 'not comparable'
        WHEN abs(kept_pct - 100) <= noise_floor.noise_pct THEN 'no effect'
        WHEN kept_low_pct IS NULL OR kept_low_pct <= 100 AND kept_high_pct >= 100 THEN 'unclear'
        WHEN kept_pct < 100 THEN 'slower'
        ELSE 'faster'
    END AS effect,
FROM tried
JOIN run USING (run_id)
JOIN engine ON engine.engine = run.engine
LEFT JOIN summary USING (run_id, setting)
LEFT JOIN noise_floor USING (noise_group)
WHERE run.experiment IS NOT NULL AND run.withdrawn IS NULL;
