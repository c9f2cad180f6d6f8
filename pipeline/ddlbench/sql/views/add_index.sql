-- Published ADD INDEX measurements under load: one row a setting, its figures as published and as corrected, and the change against the load without DDL.
-- plan: Test plan of the publication: 1 the load writes the indexed column, 2 only queries it, 3 leaves it alone
-- batch_size: `tidb_ddl_reorg_batch_size`, rows a batch
-- worker_count: `tidb_ddl_reorg_worker_cnt`
-- product: Workers × batch size
-- workload: sysbench workload beside the DDL
-- tps_published: Transactions a second as published
-- tps_corrected: Transactions a second, with the corrected value where a correction gives one
-- qps_published: Queries a second as published
-- qps_corrected: Queries a second, with the corrected value where a correction gives one
-- baseline_tps: Transactions a second without DDL, as published
-- baseline_qps: Queries a second without DDL, as published
-- tps_kept_pct: Corrected TPS in % of the TPS without DDL
-- tps_change_pct: Change of the corrected TPS against the load without DDL in %
-- tps_change_published_pct: Change of the published TPS against the load without DDL in %
-- qps_change_pct: Change of the corrected QPS against the load without DDL in %
-- queries_per_transaction_published: Published QPS ÷ published TPS
-- queries_per_transaction: Corrected QPS ÷ corrected TPS
-- expected_queries_per_transaction: Queries that a transaction of the workload makes
-- transactions_lost: Duration × (TPS without DDL − corrected TPS)
-- correction_count: Corrections of figures of this row
-- duration_s: Seconds that ADD INDEX took, as published
WITH setting AS (
    SELECT
        trial_id,
        max(value_number) FILTER (WHERE factor = 'plan')::INTEGER AS plan,
        max(value_number) FILTER (WHERE factor = 'tidb_ddl_reorg_batch_size')::INTEGER AS batch_size,
        max(value_number) FILTER (WHERE factor = 'tidb_ddl_reorg_worker_cnt')::INTEGER AS worker_count,
        max(value) FILTER (WHERE factor = 'workload') AS workload,
    FROM trial_factor
    GROUP BY trial_id
),
known AS (
    SELECT trial_id, measure, max(corrected)::DECIMAL(18, 4) AS corrected, count(*) AS correction_count,
    FROM correction
    WHERE target_kind = 'figure' AND measure IN ('duration_s', 'tps', 'qps')
    GROUP BY trial_id, measure
),
measured AS (
    SELECT
        trial_id,
        max(value) FILTER (WHERE measure = 'duration_s') AS duration_s,
        max(value) FILTER (WHERE measure = 'tps') AS tps_published,
        max(value) FILTER (WHERE measure = 'qps') AS qps_published,
        max(coalesce(corrected, value)) FILTER (WHERE measure = 'tps') AS tps_corrected,
        max(coalesce(corrected, value)) FILTER (WHERE measure = 'qps') AS qps_corrected,
        coalesce(sum(correction_count), 0) AS correction_count,
    FROM figure
    LEFT JOIN known USING (trial_id, measure)
    GROUP BY trial_id
),
point AS (
    SELECT trial.owner_id AS source_id, trial.table_name, trial.file, trial.line, setting.*, measured.* EXCLUDE (trial_id),
    FROM trial
    JOIN setting USING (trial_id)
    JOIN measured USING (trial_id)
)
SELECT
    point.source_id,
    point.trial_id,
    point.plan,
    baseline.workload,
    point.batch_size,
    point.worker_count,
    point.batch_size * point.worker_count AS product,
    point.duration_s::INTEGER AS duration_s,
    point.tps_published::DECIMAL(9, 2) AS tps_published,
    point.tps_corrected::DECIMAL(9, 2) AS tps_corrected,
    point.qps_published::DECIMAL(9, 1) AS qps_published,
    point.qps_corrected::DECIMAL(9, 1) AS qps_corrected,
    baseline.tps_published::DECIMAL(9, 2) AS baseline_tps,
    baseline.qps_published::DECIMAL(9, 1) AS baseline_qps,
    (100 * point.tps_corrected / baseline.tps_published)::DECIMAL(9, 1) AS tps_kept_pct,
    (100 * point.tps_corrected / baseline.tps_published - 100)::DECIMAL(9, 1) AS tps_change_pct,
    (100 * point.tps_published / baseline.tps_published - 100)::DECIMAL(9, 1) AS tps_change_published_pct,
    (100 * point.qps_corrected / baseline.qps_published - 100)::DECIMAL(9, 1) AS qps_change_pct,
    (point.qps_published / point.tps_published)::DECIMAL(9, 2) AS queries_per_transaction_published,
    (point.qps_corrected / point.tps_corrected)::DECIMAL(9, 2) AS queries_per_transaction,
    CASE baseline.workload WHEN 'oltp_read_write' THEN 20 WHEN 'oltp_read_only' THEN 16 END AS expected_queries_per_transaction,
    (point.duration_s * (baseline.tps_published - point.tps_corrected))::DECIMAL(18, 0) AS transactions_lost,
    point.correction_count::INTEGER AS correction_count,
    point.file,
    point.line,
FROM point
JOIN point AS baseline ON baseline.table_name = 'baseline' AND baseline.source_id = point.source_id AND baseline.plan = point.plan
WHERE point.table_name = 'add_index';
