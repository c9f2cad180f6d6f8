-- The fastest setting of each test plan that keeps at least so much of the throughput without DDL, by `fastest_keeping`. Each point was measured once.
WITH chosen AS (
    SELECT 95 AS at_least_pct, *,
    FROM fastest_keeping(95)
    UNION ALL
    SELECT 90, *,
    FROM fastest_keeping(90)
    UNION ALL
    SELECT 80, *,
    FROM fastest_keeping(80)
    UNION ALL
    SELECT 50, *,
    FROM fastest_keeping(50)
)
SELECT
    plan,
    at_least_pct,
    worker_count,
    batch_size,
    n,
    add_index.duration_s,
    tps_change_pct,
FROM chosen
JOIN add_index
    ON scenario = 'source 000, plan ' || plan
    AND setting = 'tidb_ddl_reorg_batch_size = ' || batch_size || ', tidb_ddl_reorg_worker_cnt = ' || worker_count
WHERE add_index.source_id = '000'
ORDER BY plan, at_least_pct DESC, worker_count, batch_size;
