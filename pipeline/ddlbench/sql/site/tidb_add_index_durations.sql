-- Duration of ADD INDEX while the indexed column is written (plan 1), by batch size and workers.
SELECT
    worker_count,
    batch_size,
    duration_s,
    tps_kept_pct,
FROM add_index
WHERE source_id = '000' AND plan = 1
ORDER BY batch_size, worker_count;
