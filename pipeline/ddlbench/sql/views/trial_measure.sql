-- What each trial of a run measured, one row a measure; only completed trials of runs that still count, without control trials. The repeats of a setting are summarised over these rows.
-- measure: `duration_s`, `throughput_kept_pct`, `transactions_lost`, `stall_s`, `recovery_s`, `latency_inflation`, `worst_latency_ms` or `baseline_tps`
-- value: Value of the measure
WITH duration AS (
    SELECT trial_id, duration_s::DOUBLE AS duration_s,
    FROM ddl_window
    UNION
    -- A sum of binary fractions would depend on their order.
    SELECT file.trial_id, sum(ddl_statement.duration_s::DECIMAL(18, 6))::DOUBLE,
    FROM ddl_statement
    JOIN file USING (file)
    ANTI JOIN ddl_window USING (trial_id)
    ANTI JOIN (SELECT file.trial_id FROM ddl_support JOIN file USING (file)) AS matrix USING (trial_id)
    WHERE file.owner_kind = 'run'
    GROUP BY file.trial_id
),
wide AS (
    SELECT
        trial_setting.trial_id,
        trial_setting.run_id,
        trial_setting.setting,
        duration.duration_s,
        throughput_kept_pct::DOUBLE AS throughput_kept_pct,
        transactions_lost::DOUBLE AS transactions_lost,
        stall_s::DOUBLE AS stall_s,
        recovery_s::DOUBLE AS recovery_s,
        latency_inflation::DOUBLE AS latency_inflation,
        worst_latency_ms::DOUBLE AS worst_latency_ms,
        baseline_tps::DOUBLE AS baseline_tps,
    FROM trial_setting
    JOIN run USING (run_id)
    LEFT JOIN duration USING (trial_id)
    LEFT JOIN (SELECT * EXCLUDE (run_id, control, duration_s) FROM measured_impact) USING (trial_id)
    WHERE NOT trial_setting.control AND trial_setting.outcome = 'completed' AND run.withdrawn IS NULL
)
UNPIVOT wide
ON duration_s, throughput_kept_pct, transactions_lost, stall_s, recovery_s, latency_inflation, worst_latency_ms, baseline_tps
INTO NAME measure VALUE value;
