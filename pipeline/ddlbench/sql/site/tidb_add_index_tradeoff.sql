-- What the settings of plan 1 cost: duration of ADD INDEX and the throughput kept, for batch sizes up to 1024.
SELECT
    worker_count,
    batch_size,
    duration_s,
    tps_corrected::DECIMAL(9, 1) AS tps,
    tps_kept_pct,
    CASE WHEN trial_id IN (SELECT trial_id FROM add_index_frontier) THEN 'yes' ELSE 'no' END AS unbeaten,
FROM add_index
WHERE source_id = '000' AND plan = 1 AND batch_size <= 1024
ORDER BY batch_size, worker_count;
