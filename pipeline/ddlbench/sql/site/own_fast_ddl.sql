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
    load_level,
    n,
    duration_s,
    duration_low_s,
    duration_high_s,
    worst_latency_ms,
    kept_pct,
    kept_low_pct,
    kept_high_pct,
    inflation,
    noise_pct,
    effect,
    run_id,
FROM experiment_setting
JOIN factors USING (run_id, setting)
WHERE experiment = 'fast-ddl' AND n > 0
ORDER BY label, run_id, load_level, algorithm, innodb_ddl_threads, innodb_ddl_buffer_size, table_rows;
