-- Throughput kept during ADD INDEX for the three kinds of load, at the batch sizes that all of them were measured with.
SELECT
    plan,
    worker_count,
    batch_size,
    duration_s,
    tps_corrected::DECIMAL(9, 1) AS tps,
    tps_kept_pct,
    correction_count,
FROM add_index
WHERE source_id = '000' AND batch_size IN (32, 1024, 4096)
ORDER BY plan, batch_size, worker_count;
