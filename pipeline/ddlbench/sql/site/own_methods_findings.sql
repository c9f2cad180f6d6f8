-- Each way to build an index against the plain one of its engine, in the runs of the experiment `methods`: ratio of the durations with its interval, and the latency of the worst second.
-- key: way_id
SELECT
    setting_ratio.run_id || ' ' || setting_ratio.setting AS way_id,
    setting_ratio.experiment,
    setting_ratio.label,
    'finding_method_' || standing AS sentence,
    one.way || if(
        one.max_parallel_maintenance_workers IS NULL,
        '',
        ', max_parallel_maintenance_workers = ' || one.max_parallel_maintenance_workers
    ) AS way,
    plain.way AS plain_way,
    setting_ratio.n,
    setting_ratio.duration_s,
    against_duration_s AS plain_duration_s,
    ratio::DECIMAL(9, 1) AS duration_ratio,
    low::DECIMAL(9, 1) AS ratio_low,
    high::DECIMAL(9, 1) AS ratio_high,
    setting_ratio.worst_latency_ms::DECIMAL(12, 0) AS worst_latency_ms,
    against_worst_latency_ms::DECIMAL(12, 0) AS plain_worst_latency_ms,
    setting_ratio.trials,
    setting_ratio.run_id,
FROM setting_ratio
JOIN method_setting AS one USING (run_id, setting, against)
JOIN method_setting AS plain ON plain.run_id = setting_ratio.run_id AND plain.setting = setting_ratio.against
ORDER BY setting_ratio.label, setting_ratio.run_id, way, one.max_parallel_maintenance_workers;
