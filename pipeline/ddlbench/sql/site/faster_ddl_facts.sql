-- Numbers of the report on faster DDL in AliSQL that belong to no single statement.
WITH statement AS (
    SELECT
        any_value(off_s) FILTER (WHERE operation = 'create index')::DECIMAL(9, 0) AS create_index_off_s,
        any_value(on_s) FILTER (WHERE operation = 'create index') AS create_index_on_s,
        any_value(off_s) FILTER (WHERE operation = 'optimize table')::DECIMAL(9, 0) AS optimize_table_off_s,
        any_value(on_s) FILTER (WHERE operation = 'optimize table')::DECIMAL(9, 0) AS optimize_table_on_s,
        min(time_saved_pct) AS least_saved_pct,
        max(time_saved_pct) AS most_saved_pct,
    FROM faster_ddl
    WHERE source_id = '004'
),
load AS (
    SELECT
        1000 * any_value(tps_thousand) FILTER (WHERE state = 'no DDL') AS tps_undisturbed,
        1000 * any_value(tps_thousand) FILTER (WHERE state = 'innodb_rds_faster_ddl ON') AS tps_on,
        1000 * any_value(tps_thousand) FILTER (WHERE state = 'innodb_rds_faster_ddl OFF') AS tps_off,
        any_value(-tps_change_pct) FILTER (WHERE state = 'innodb_rds_faster_ddl ON') AS drop_on_pct,
        any_value(-tps_change_pct) FILTER (WHERE state = 'innodb_rds_faster_ddl OFF') AS drop_off_pct,
    FROM temporary_table_load
    WHERE source_id = '004'
),
defect AS (
    SELECT count(*)::INTEGER AS defect_count,
    FROM fact
    WHERE source_id = '004' AND table_name = 'defect'
)
SELECT *,
FROM statement, load, defect
ORDER BY ALL;
