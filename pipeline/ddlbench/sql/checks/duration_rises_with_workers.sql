-- A build takes longer with more workers
-- hint: a misprint, retried jobs, or a real limit; compare with the charts of the publication
-- severity: by evidence
SELECT file, line, plan, batch_size, workers_before, worker_count, duration_before_s, duration_s,
FROM (
    SELECT
        *,
        lag(worker_count) OVER fewer AS workers_before,
        lag(duration_s) OVER fewer AS duration_before_s,
    FROM add_index
    WINDOW fewer AS (PARTITION BY source_id, plan, batch_size ORDER BY worker_count)
)
WHERE duration_s > duration_before_s;
