-- What each run of an experiment of the lab says at each load level, with the sentence that fits it: bounds of the means of its settings. `experiment_finding` has the rules.
-- key: finding_id
SELECT
    run_id || ' ' || coalesce(load_level::VARCHAR, 'none') AS finding_id,
    experiment,
    label,
    'finding_' || finding AS sentence,
    load_level,
    setting_count,
    slower_count,
    n,
    duration_least_s,
    duration_most_s,
    kept_least_pct,
    kept_most_pct,
    inflation_least,
    inflation_most,
    noise_pct,
    control_count,
    trials,
    run_id,
FROM experiment_finding
ORDER BY experiment, tuning, run_id, load_level;
