-- Means of every setting of every run of the lab, with their intervals, beside the noise floor of the run's control trials.
SELECT
    experiment,
    label,
    setting,
    n,
    duration_s,
    duration_low_s,
    duration_high_s,
    kept_pct,
    kept_low_pct,
    kept_high_pct,
    inflation,
    noise_pct,
    effect,
    run_id,
FROM experiment_setting
WHERE n > 0
ORDER BY experiment, run_id, load_level, setting;
