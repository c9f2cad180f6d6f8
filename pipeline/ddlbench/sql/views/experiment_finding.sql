-- What each run of an experiment says in one sentence for each load level: how many settings stand out of the noise floor, and between which bounds their means lie.
-- finding: `idle` (no load), `within_noise` (all settings lie within the noise floor), `some_slower` (at least one is slower), `unclear` (anything else)
-- label: Engine and version; says so where the settings are tuned
-- setting_count: Settings with completed trials
-- slower_count: Settings whose throughput fell by more than the noise floor, with an interval below 100 %
-- n: Completed trials of a setting, as a range where settings differ
-- trials: Numbers of the trials of these settings in the run
-- duration_least_s: Least mean duration of a setting, in seconds
-- duration_most_s: Greatest mean duration of a setting, in seconds
-- kept_least_pct: Least mean throughput kept, in %
-- kept_most_pct: Greatest mean throughput kept, in %
-- inflation_least: Least mean latency inflation
-- inflation_most: Greatest mean latency inflation
-- noise_pct: Noise floor of the throughput kept, in percentage points; the greatest where the settings have different workloads
-- control_count: Control trials behind the noise floor; the fewest where the settings have different workloads
SELECT
    experiment,
    run_id,
    label,
    tuning,
    load_level,
    CASE
        WHEN load_level = 0 THEN 'idle'
        WHEN count(*) FILTER (effect = 'slower') > 0 THEN 'some_slower'
        WHEN count(*) FILTER (effect = 'no effect') = count(*) THEN 'within_noise'
        ELSE 'unclear'
    END AS finding,
    count(*)::INTEGER AS setting_count,
    count(*) FILTER (effect = 'slower')::INTEGER AS slower_count,
    if(min(n) = max(n), min(n)::VARCHAR, min(n) || '–' || max(n)) AS n,
    min(duration_s) AS duration_least_s,
    max(duration_s) AS duration_most_s,
    min(kept_pct) AS kept_least_pct,
    max(kept_pct) AS kept_most_pct,
    min(inflation) AS inflation_least,
    max(inflation) AS inflation_most,
    string_agg(trials, ' ' ORDER BY trials) AS trials,
    max(noise_pct) AS noise_pct,
    min(control_count) AS control_count,
FROM experiment_setting
WHERE n > 0 AND duration_s IS NOT NULL
GROUP BY experiment, run_id, label, tuning, load_level;
