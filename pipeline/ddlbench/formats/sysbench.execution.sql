-- An execution is its header, how it ended, and the figures of its final report (the last report that is no checkpoint).
WITH final AS (
    SELECT *
    FROM fold_report
    WHERE kind = 'final'
    QUALIFY row_number() OVER (PARTITION BY file_no, execution_no ORDER BY line DESC) = 1
),
ended AS (
    SELECT
        file_no,
        execution_no,
        bool_or(severity = 'FATAL') AS fatal,
        bool_or(message LIKE '%forcing shutdown%') AS forced,
    FROM fold_message
    GROUP BY file_no, execution_no
)
SELECT
    execution.file,
    execution.line,
    execution.execution_no,
    execution.version,
    execution.threads,
    NULL::VARCHAR AS workload,
    execution.target_tps,
    execution.report_interval_s,
    execution.warmup_s,
    CASE
        WHEN ended.forced THEN 'forced'
        WHEN ended.fatal THEN 'failed'
        WHEN final.line IS NULL THEN 'no_summary'
        ELSE 'completed'
    END AS outcome,
    final.read_queries,
    final.write_queries,
    final.other_queries,
    final.total_queries,
    final.transactions,
    final.tps,
    final.qps,
    final.ignored_errors,
    final.reconnects,
    final.total_time_s,
    final.window_s,
    final.events,
    final.latency_min_ms,
    final.latency_avg_ms,
    final.latency_max_ms,
    final.latency_percentile,
    final.latency_percentile_ms,
    final.latency_sum_ms,
    final.events_per_thread_avg,
    final.events_per_thread_stddev,
    final.execution_time_avg_s,
    final.execution_time_stddev_s,
FROM fold_execution AS execution
LEFT JOIN final USING (file_no, execution_no)
LEFT JOIN ended USING (file_no, execution_no);
