-- A row must come from a line of a known file
-- hint: the parse store is older than the file; delete `build/` and run `make site`
WITH origin AS (
    SELECT file, line, 'ddl_statement' AS table_name FROM ddl_statement
    UNION ALL SELECT file, line, 'fact' FROM fact
    UNION ALL SELECT file, line, 'figure' FROM figure
    UNION ALL SELECT file, line, 'sort_merge_io' FROM sort_merge_io
    UNION ALL SELECT file, line, 'stack_frame' FROM stack_frame
    UNION ALL SELECT file, line, 'sysbench_execution' FROM sysbench_execution
    UNION ALL SELECT file, line, 'sysbench_histogram' FROM sysbench_histogram
    UNION ALL SELECT file, line, 'sysbench_interval' FROM sysbench_interval
    UNION ALL SELECT file, line, 'sysbench_message' FROM sysbench_message
    UNION ALL SELECT file, line, 'sysbench_queue' FROM sysbench_queue
    UNION ALL SELECT file, line, 'sysbench_report' FROM sysbench_report
    UNION ALL SELECT file, line, 'temp_file_sample' FROM temp_file_sample
)
SELECT file, line, table_name, line_count,
FROM origin
LEFT JOIN file USING (file)
WHERE line_count IS NULL OR line NOT BETWEEN 1 AND line_count;
