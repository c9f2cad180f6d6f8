-- An index on an INT column, idle and loaded, by the switches of the engine, in the runs of the experiment `fast-ddl`: means with their intervals.
WITH factors AS (
    SELECT
        run_id,
        setting,
        max(value) FILTER (factor = 'algorithm') AS algorithm,
        max(value_number) FILTER (factor = 'innodb_ddl_threads')::BIGINT AS innodb_ddl_threads,
        max(value_number) FILTER (factor = 'innodb_ddl_buffer_size')::BIGINT AS innodb_ddl_buffer_size,
        max(value_number) FILTER (factor = 'table_rows')::BIGINT AS table_rows,
    FROM setting_factor
    GROUP BY run_id, setting
)
SELECT
    label,
    factors.* EXCLUDE (run_id, setting),
    own_setting.* EXCLUDE (experiment, engine, engine_version, tuning, setting, label, worst_latency_low_ms, worst_latency_high_ms, wait_share_pct, stall_s),
FROM own_setting
JOIN factors USING (run_id, setting)
WHERE experiment = 'fast-ddl'
ORDER BY label, run_id, load_level, algorithm, innodb_ddl_threads, innodb_ddl_buffer_size, table_rows;
