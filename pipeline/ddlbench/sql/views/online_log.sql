-- The log of writes that InnoDB keeps while it builds online (`innodb_online_alter_log_max_size`, 128 MiB by default): growth = changes a second × bytes a change, so that the limit is reached, and the DDL fails with ERROR 1799, after limit ÷ growth seconds. Changes a second come from the load: four writing queries a transaction of `oltp_read_write` change the index entries of k, c and pad as its script does; bytes a change are an estimate of ours, an entry of 130 bytes (c and the primary key, two header bytes) for each change that is logged.
-- limit_bytes: `innodb_online_alter_log_max_size` of the server
-- write_qps: Writing queries a second in the DDL window
-- growth_bytes_per_s: Predicted growth of the log, in bytes a second
-- predicted_full_s: Seconds until the log is full
-- duration_s: Seconds that the DDL took, or ran until it failed
-- predicted_overflow: Whether the prediction is that the DDL fails
-- overflowed: Whether the DDL failed with ERROR 1799
WITH writing AS (
    SELECT load_interval.trial_id, sum((write_qps * inside_s)::DECIMAL(28, 9))::DOUBLE / sum(inside_s::DECIMAL(28, 9))::DOUBLE AS write_qps,
    FROM load_interval
    JOIN sysbench_interval USING (file, line)
    WHERE part = 'ddl' AND write_qps IS NOT NULL AND NOT load_interval.control
    GROUP BY load_interval.trial_id
),
failed AS (
    SELECT file.trial_id, bool_or(error_code = 1799) AS overflowed,
    FROM ddl_statement
    JOIN file USING (file)
    GROUP BY file.trial_id
),
limits AS (
    SELECT file.trial_id, max(value)::BIGINT AS limit_bytes,
    FROM server_variable
    JOIN file USING (file)
    WHERE name = 'innodb_online_alter_log_max_size' AND moment = 'before'
    GROUP BY file.trial_id
)
SELECT
    ddl_window.trial_id,
    ddl_window.run_id,
    limit_bytes,
    write_qps::DECIMAL(12, 1) AS write_qps,
    (write_qps * 130)::DECIMAL(18, 0) AS growth_bytes_per_s,
    (limit_bytes / nullif(write_qps * 130, 0))::DECIMAL(18, 2) AS predicted_full_s,
    duration_s::DECIMAL(12, 3) AS duration_s,
    limit_bytes / nullif(write_qps * 130, 0) < duration_s AS predicted_overflow,
    coalesce(overflowed, false) AS overflowed,
FROM ddl_window
JOIN writing USING (trial_id)
JOIN limits USING (trial_id)
LEFT JOIN failed USING (trial_id);
