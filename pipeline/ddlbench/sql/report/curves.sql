-- Throughput of the load of each trial of a run over its own seconds, at most some 240 points a trial, with the DDL window where it is known.
WITH window_of AS (
    SELECT trial_id, ddl_starts_at_s, ddl_starts_at_s + duration_s AS ddl_ends_at_s,
    FROM ddl_window
    WHERE run_id = $run
)
SELECT
    trial_id,
    any_value(ddl_starts_at_s)::DOUBLE AS ddl_starts_at_s,
    any_value(ddl_ends_at_s)::DOUBLE AS ddl_ends_at_s,
    max(elapsed_s)::DOUBLE AS second,
    avg(coalesce(tps, events_per_s))::DOUBLE AS throughput,
FROM run_load
JOIN sysbench_interval USING (file)
LEFT JOIN window_of USING (trial_id)
WHERE
    run_load.run_id = $run
    AND sysbench_interval.execution_no IS NOT DISTINCT FROM run_load.execution_no
    AND elapsed_s > 0
    AND coalesce(tps, events_per_s) IS NOT NULL
GROUP BY trial_id, floor(elapsed_s / greatest(1, ceil(ends_at_s / 240)))
ORDER BY trial_id, second;
