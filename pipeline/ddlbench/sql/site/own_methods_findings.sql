-- Each way to build an index against the plain one of its engine, in the runs of the experiment `methods`: ratio of the durations with its interval, and the latency of the worst second.
-- key: way_id
SELECT
    one.run_id || ' ' || one.setting AS way_id,
    'methods' AS experiment,
    one.label,
    CASE
        WHEN duration.tie IS NULL THEN 'finding_method_single'
        WHEN duration.tie THEN 'finding_method_tie'
        WHEN duration.ratio > 1 THEN 'finding_method_slower'
        ELSE 'finding_method_faster'
    END AS sentence,
    one.way || if(
        one.max_parallel_maintenance_workers IS NULL,
        '',
        ', max_parallel_maintenance_workers = ' || one.max_parallel_maintenance_workers
    ) AS way,
    plain.way AS plain_way,
    one.n,
    one.duration_s,
    plain.duration_s AS plain_duration_s,
    duration.ratio::DECIMAL(9, 1) AS duration_ratio,
    duration.low::DECIMAL(9, 1) AS ratio_low,
    duration.high::DECIMAL(9, 1) AS ratio_high,
    one.worst_latency_ms::DECIMAL(12, 0) AS worst_latency_ms,
    plain.worst_latency_ms::DECIMAL(12, 0) AS plain_worst_latency_ms,
    one.run_id,
FROM method_setting AS one
JOIN method_setting AS plain ON plain.run_id = one.run_id AND plain.setting = one.against
LEFT JOIN ratio AS duration
    ON duration.run_id = one.run_id
    AND duration.setting = one.setting
    AND duration.against = one.against
    AND duration.measure = 'duration_s'
WHERE one.n > 0 AND plain.n > 0
ORDER BY one.label, one.run_id, one.way, one.max_parallel_maintenance_workers;
