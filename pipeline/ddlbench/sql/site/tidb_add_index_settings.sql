-- Every published ADD INDEX measurement of TiDB 3.0.1, as published and as corrected, with its change against the load without DDL. A setting is named by plan, batch size and workers.
-- key: setting
SELECT
    'plan' || plan || '-' || batch_size || 'x' || worker_count AS setting,
    plan,
    worker_count,
    batch_size,
    product,
    duration_s,
    tps_published::DECIMAL(9, 1) AS tps_published,
    nullif(tps_corrected, tps_published)::DECIMAL(9, 1) AS tps_corrected,
    qps_published::DECIMAL(9, 0) AS qps_published,
    tps_change_published_pct,
    tps_change_pct,
    qps_change_pct,
    queries_per_transaction_published,
    queries_per_transaction,
    transactions_lost,
    correction_count,
FROM add_index
WHERE source_id = '000'
ORDER BY plan, batch_size, worker_count;
