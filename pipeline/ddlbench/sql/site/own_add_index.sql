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
    plan,
    own_setting.* EXCLUDE (
        experiment, engine, engine_version, tuning, setting, label, worst_latency_ms, worst_latency_low_ms, worst_latency_high_ms, wait_share_pct, stall_s
    ),
FROM own_setting
JOIN factors USING (run_id, setting)
WHERE experiment = 'add-index-online-load'
ORDER BY load_level, plan, tuning, label, run_id;
