-- Interval times must not decrease within an execution
-- hint: two logs were joined without their headers; split them into two trials
SELECT file, line, execution_no, elapsed_s, elapsed_before_s,
FROM (
    SELECT *, lag(elapsed_s) OVER (PARTITION BY file, execution_no ORDER BY line) AS elapsed_before_s,
    FROM sysbench_interval
    WHERE void_reason IS DISTINCT FROM 'after_checkpoint'
)
WHERE elapsed_s < elapsed_before_s;
