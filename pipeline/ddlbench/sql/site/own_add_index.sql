-- ADD INDEX beside a running load in the runs of the experiment `add-index-online-load`: means of each plan and load level with their intervals. Plan 1: the load writes the indexed column; 2: it only reads it; 3: it uses another table.
WITH factors AS (
    SELECT
        run_id,
        setting,
        max(value_number) FILTER (factor = 'plan')::BIGINT AS plan,
    FROM setting_factor
    GROUP BY run_id, setting
)
SELECT
    label,
    factors.* EXCLUDE (run_id, setting),
    load_level,
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
JOIN factors USING (run_id, setting)
WHERE experiment = 'add-index-online-load' AND n > 0
ORDER BY load_level, plan, tuning, label, run_id;
