-- Numbers of the report on ADD INDEX in TiDB 3.0.1 that belong to no single setting, and the two settings its charts name. Changes rest on corrected figures and on the published load without DDL.
WITH facts AS (
    SELECT
        any_value(duration_s) FILTER (WHERE (plan, batch_size, worker_count) = (1, 1024, 16)) AS default_duration_s,
        any_value(-tps_change_pct) FILTER (WHERE (plan, batch_size, worker_count) = (1, 1024, 16)) AS default_tps_drop_pct,
        any_value(duration_s) FILTER (WHERE (plan, batch_size, worker_count) = (1, 256, 4)) AS recommended_duration_s,
        any_value(-tps_change_pct) FILTER (WHERE (plan, batch_size, worker_count) = (1, 256, 4)) AS recommended_tps_drop_pct,
        any_value(product) FILTER (WHERE (plan, batch_size, worker_count) = (1, 1024, 16))
            // any_value(product) FILTER (WHERE (plan, batch_size, worker_count) = (1, 256, 4)) AS product_ratio,
        any_value(baseline_tps) FILTER (WHERE workload = 'oltp_read_write') AS baseline_read_write_tps,
        any_value(baseline_tps) FILTER (WHERE workload = 'oltp_read_only')::DECIMAL(9, 1) AS baseline_read_only_tps,
        max(duration_s) FILTER (WHERE plan = 1 AND batch_size <= 1024) AS slowest_to_1024_s,
        min(duration_s) FILTER (WHERE plan = 1 AND batch_size > 1024) AS fastest_above_1024_s,
        max(duration_s) FILTER (WHERE plan = 1 AND batch_size > 1024) AS slowest_above_1024_s,
        min(-tps_change_pct) FILTER (WHERE plan = 1 AND batch_size > 1024) AS least_drop_above_1024_pct,
        max(-tps_change_pct) FILTER (WHERE plan = 1 AND batch_size = 1024) AS written_drop_1024_pct,
        max(-tps_change_pct) FILTER (WHERE plan > 1 AND batch_size = 1024) AS other_drop_1024_pct,
        max(-tps_change_pct) FILTER (WHERE plan = 2) AS queried_drop_max_pct,
        max(-tps_change_pct) FILTER (WHERE plan = 3) AS unrelated_drop_max_pct,
        count(*) AS setting_count,
        count(*) FILTER (WHERE duration_s <= 45) AS short_build_count,
        count(*) FILTER (WHERE plan = 1 AND duration_s % 3 = 0) AS written_step_count,
        count(*) FILTER (WHERE plan = 1) AS written_setting_count,
        count(*) FILTER (WHERE plan > 1 AND duration_s % 3 = 0) AS other_step_count,
        count(*) FILTER (WHERE plan > 1) AS other_setting_count,
        count(*) FILTER (WHERE abs(queries_per_transaction_published / expected_queries_per_transaction - 1) > 0.05) AS ratio_off_count,
    FROM add_index
    WHERE source_id = '000'
)
SELECT
    facts.*,
    fact.published::INTEGER AS report_interval_s,
FROM facts, fact
WHERE fact.source_id = '000' AND fact.item = 'report_interval_s'
ORDER BY ALL;
