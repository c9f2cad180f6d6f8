-- The cumulative objects among the JSON objects. They hold rates and no counts.
SELECT * EXCLUDE (file) FROM sysbench_report WHERE false
UNION ALL BY NAME
SELECT
    object.file_no,
    report.line,
    execution_no,
    row_number() OVER (PARTITION BY file_no, execution_no ORDER BY report.line)::INTEGER AS report_no,
    CASE WHEN opened_after = 'json_checkpoint' THEN 'checkpoint' ELSE report.kind END AS kind,
    tps,
    qps,
    errors_per_s AS ignored_errors_per_s,
    reconnects_per_s,
    elapsed_s::DOUBLE AS total_time_s,
    nullif(latency_ms, 0) AS latency_percentile_ms,
    CASE WHEN latency_ms >= 100000 THEN 'latency_capped' WHEN latency_ms > 0 THEN NULL
        WHEN tps > 0 THEN 'percentile_off' ELSE 'no_events' END AS void_reason,
FROM fold_json_interval AS object
JOIN fold_json_report AS report USING (file_no, execution_no, nth_report)
WHERE cumulative;
