-- What each setting kept of its load at saturation, in the runs of `bottleneck` and `flush-and-temporary-tables`, with the use of the machine before the statement; where the statement failed, after how long and with which error.
-- key: setting_id
WITH factors AS (
    SELECT
        run_id,
        setting,
        max(value) FILTER (factor = 'workload') AS workload,
        max(value) FILTER (factor = 'operation') AS operation,
        max(value) FILTER (factor = 'innodb_flush_log_at_trx_commit') AS flush_at_commit,
        max(value) FILTER (factor = 'synchronous_commit') AS synchronous_commit,
    FROM setting_factor
    GROUP BY run_id, setting
),
used AS (
    SELECT machine_use.run_id, setting, avg(busy_pct) AS busy_pct, avg(iowait_pct) AS iowait_pct, avg(write_mib_s) AS write_mib_s,
    FROM machine_use
    JOIN trial_setting USING (trial_id)
    WHERE part = 'baseline' AND NOT trial_setting.control
    GROUP BY machine_use.run_id, setting
),
failing AS (
    SELECT
        trial_setting.run_id,
        setting,
        avg(ddl_window.duration_s) AS failed_s,
        max(ddl_statement.error_code) AS error_code,
    FROM trial_setting
    JOIN (SELECT trial_id, duration_s FROM ddl_window) AS ddl_window ON ddl_window.trial_id = trial_setting.trial_id
    JOIN file ON file.trial_id = trial_setting.trial_id
    JOIN ddl_statement USING (file)
    WHERE ddl_statement.outcome = 'failed' AND NOT control
    GROUP BY trial_setting.run_id, setting
)
SELECT
    experiment_setting.run_id || ' ' || experiment_setting.setting AS setting_id,
    experiment,
    label,
    CASE
        WHEN n > 0 THEN 'finding_load_' || replace(effect, ' ', '_')
        WHEN error_code IS NULL THEN 'finding_load_unmeasured'
        ELSE 'finding_load_failed'
    END AS sentence,
    concat_ws(
        ', ',
        CASE operation WHEN 'create_index' THEN 'CREATE INDEX' WHEN 'optimize' THEN 'OPTIMIZE TABLE' END,
        workload,
        'innodb_flush_log_at_trx_commit = ' || flush_at_commit,
        'synchronous_commit = ' || synchronous_commit
    ) AS what,
    n,
    failed_count,
    failed_s::DECIMAL(12, 1) AS failed_s,
    'ERROR ' || error_code AS error_code,
    busy_pct::DECIMAL(9, 0) AS busy_pct,
    iowait_pct::DECIMAL(9, 0) AS iowait_pct,
    write_mib_s::DECIMAL(12, 1) AS write_mib_s,
    duration_s,
    kept_pct,
    kept_low_pct,
    kept_high_pct,
    noise_pct,
    control_count,
    stall_s,
    worst_latency_ms,
    trials,
    experiment_setting.run_id,
FROM experiment_setting
JOIN factors USING (run_id, setting)
LEFT JOIN used USING (run_id, setting)
LEFT JOIN failing USING (run_id, setting)
WHERE experiment IN ('bottleneck', 'flush-and-temporary-tables')
ORDER BY experiment, label, run_id, what;
