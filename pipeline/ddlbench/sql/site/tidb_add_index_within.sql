-- The setting of each test plan that keeps the most throughput and still finishes in so many seconds, by `least_harm_within`. Each point was measured once.
WITH chosen AS (
    SELECT 35 AS limit_s, *,
    FROM least_harm_within(35)
    UNION ALL
    SELECT 60, *,
    FROM least_harm_within(60)
    UNION ALL
    SELECT 120, *,
    FROM least_harm_within(120)
    UNION ALL
    SELECT 300, *,
    FROM least_harm_within(300)
)
SELECT
    plan,
    limit_s,
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
ORDER BY plan, limit_s, worker_count, batch_size;
