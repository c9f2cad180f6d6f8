-- A total is not its rate × the time of the report
-- hint: a checkpoint or a warm-up is missing from the log, or a line was changed
-- severity: by evidence
SELECT file, line, window_s::DECIMAL(12, 3) AS window_s, total_time_s::DECIMAL(12, 3) AS total_time_s,
FROM sysbench_report
ANTI JOIN (SELECT file, execution_no FROM sysbench_report WHERE kind = 'checkpoint') AS checkpoint USING (file, execution_no)
ANTI JOIN (SELECT file, execution_no FROM sysbench_execution WHERE warmup_s > 0) AS warm USING (file, execution_no)
CROSS JOIN constant
WHERE kind = 'final'
    AND abs(window_s / total_time_s - 1) > window_tolerance_pct / 100
    AND abs(window_s - total_time_s) > 0.5;
