-- Settings of plan 1 that no other setting beats in duration and in throughput at once, fastest first.
SELECT
    worker_count,
    batch_size,
    duration_s,
    tps_corrected::DECIMAL(9, 1) AS tps,
    tps_change_pct,
    transactions_lost,
FROM add_index_frontier
WHERE source_id = '000' AND plan = 1
ORDER BY duration_s;
