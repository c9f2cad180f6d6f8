-- The intervals among the JSON objects, void by the rules of the other interval lines. An object names no percentile:
-- latency 0 beside transactions means that percentiles were off.
WITH ordered AS (
    SELECT
        *,
        coalesce(lag(cumulative, 1, false) OVER (PARTITION BY file_no, execution_no ORDER BY line), false)
            OR opened_after = 'checkpoint' AS after_checkpoint,
        coalesce(greatest(tps, qps, read_qps, write_qps, other_qps), 0) > 1e12 AS out_of_range,
    FROM fold_json_interval
)
SELECT
    file_no,
    line,
    execution_no,
    elapsed_s,
    threads,
    CASE WHEN NOT after_checkpoint AND tps <= 1e12 THEN tps END AS tps,
    CASE WHEN NOT after_checkpoint AND qps <= 1e12 THEN qps END AS qps,
    CASE WHEN NOT after_checkpoint AND read_qps <= 1e12 THEN read_qps END AS read_qps,
    CASE WHEN NOT after_checkpoint AND write_qps <= 1e12 THEN write_qps END AS write_qps,
    CASE WHEN NOT after_checkpoint AND other_qps <= 1e12 THEN other_qps END AS other_qps,
    NULL::DOUBLE AS events_per_s,
    NULL::INTEGER AS latency_percentile,
    CASE WHEN NOT after_checkpoint AND NOT out_of_range AND latency_ms > 0 THEN latency_ms END AS latency_ms,
    CASE WHEN NOT after_checkpoint THEN errors_per_s END AS errors_per_s,
    CASE WHEN NOT after_checkpoint THEN reconnects_per_s END AS reconnects_per_s,
    CASE
        WHEN after_checkpoint THEN 'after_checkpoint'
        WHEN out_of_range THEN 'out_of_range'
        WHEN latency_ms = 0 AND tps > 0 THEN 'percentile_off'
        WHEN latency_ms = 0 THEN 'no_events'
        WHEN latency_ms >= 100000 THEN 'latency_capped'
    END AS void_reason,
FROM ordered
WHERE NOT coalesce(cumulative, false);
