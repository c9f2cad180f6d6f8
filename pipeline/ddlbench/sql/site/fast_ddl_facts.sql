-- Numbers of the report on fast DDL in TiDB 6.5: the stated ratios, the stated hardware and what is here to test them.
WITH ratio AS (
    SELECT
        product.value AS product,
        load.value AS load,
        max(figure.value) FILTER (WHERE measure = 'speedup_at_least') AS least,
        max(figure.value) FILTER (WHERE measure = 'speedup_at_most') AS most,
    FROM figure
    JOIN trial USING (trial_id)
    JOIN trial_factor AS product ON product.trial_id = trial.trial_id AND product.factor = 'compared_product'
    JOIN trial_factor AS load ON load.trial_id = trial.trial_id AND load.factor = 'load'
    WHERE owner_id = '001'
    GROUP BY product.value, load.value
),
stated AS (
    SELECT
        any_value(least) FILTER (WHERE product = 'TiDB' AND load = 'idle')::INTEGER AS speedup_tidb_idle,
        any_value(least) FILTER (WHERE product = 'TiDB' AND load <> 'idle')::INTEGER AS speedup_tidb_load_least,
        any_value(most) FILTER (WHERE product = 'TiDB' AND load <> 'idle')::INTEGER AS speedup_tidb_load_most,
        any_value(least) FILTER (WHERE product = 'CockroachDB')::INTEGER AS speedup_cockroachdb,
        any_value(least) FILTER (WHERE product = 'Aurora')::DECIMAL(9, 1) AS speedup_aurora,
    FROM ratio
),
node AS (
    SELECT
        split_part(item, ' / ', 1) AS product,
        line,
        max(value) FILTER (WHERE measure = 'node_count') AS node_count,
        max(value) FILTER (WHERE measure = 'cores') AS cores,
        max(value) FILTER (WHERE measure = 'cost_usd_per_hour') AS cost,
    FROM fact
    WHERE source_id = '001' AND table_name = 'cloud_cluster'
    GROUP BY item, line
),
hardware AS (
    SELECT
        sum(node_count * cores) FILTER (WHERE product = 'TiDB')::INTEGER AS tidb_cores,
        sum(node_count * cores) FILTER (WHERE product = 'CockroachDB')::INTEGER AS cockroachdb_cores,
        min(cost)::DECIMAL(9, 2) AS lowest_usd,
        max(cost)::DECIMAL(9, 2) AS highest_usd,
        (100 * max(cost) / min(cost) - 100)::DECIMAL(9, 1) AS cost_spread_pct,
    FROM node
),
disk AS (
    SELECT
        (published::BIGINT / 2 ** 30)::INTEGER AS disk_quota_gib,
        (published::BIGINT / 1e9)::DECIMAL(9, 1) AS disk_quota_gb,
    FROM fact
    WHERE source_id = '001' AND item = 'tidb_ddl_disk_quota' AND measure = 'default'
),
measured AS (
    SELECT count(*)::INTEGER AS tidb_run_count,
    FROM run
    WHERE engine = 'tidb'
)
SELECT *,
FROM stated, hardware, disk, measured
ORDER BY ALL;
