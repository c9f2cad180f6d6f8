-- Published load tests with different InnoDB sort buffers: one row a repeat, with and without DDL beside the load; the window is the printed total ÷ the printed rate.
-- ddl: DDL beside the load: `none` or what it did
-- buffer_bytes: `innodb_sort_buffer_size` in bytes
SELECT
    trial.owner_id AS source_id,
    trial.trial_id,
    ddl.value AS ddl,
    buffer.value_number::BIGINT AS buffer_bytes,
    row_number() OVER (PARTITION BY trial.trial_id ORDER BY sysbench_report.line)::INTEGER AS repeat_no,
    total_queries,
    qps::DECIMAL(12, 2) AS qps,
    window_s::DECIMAL(9, 3) AS window_s,
    sysbench_report.file,
    sysbench_report.line,
FROM sysbench_report
JOIN file USING (file)
JOIN trial USING (trial_id)
JOIN trial_factor AS ddl ON ddl.trial_id = trial.trial_id AND ddl.factor = 'ddl'
LEFT JOIN trial_factor AS buffer ON buffer.trial_id = trial.trial_id AND buffer.factor = 'innodb_sort_buffer_size'
WHERE trial.owner_kind = 'source';
