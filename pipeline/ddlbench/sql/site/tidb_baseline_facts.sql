-- Numbers of the report on TiDB 4.0.4 without DDL: what the tests were, the stated utilisation and how many results are missing.
WITH test AS (
    SELECT
        count(DISTINCT item) FILTER (WHERE measure = 'run_threads')::INTEGER AS workload_count,
        count(DISTINCT item) FILTER (WHERE measure = 'pictures')::INTEGER AS test_run_count,
        sum(value) FILTER (WHERE measure = 'pictures')::INTEGER AS picture_count,
        max(value) FILTER (WHERE measure = 'run_threads')::INTEGER AS run_threads,
        max(value) FILTER (WHERE measure = 'prepare_threads')::INTEGER AS prepare_threads,
        max(value) FILTER (WHERE measure = 'records_loaded')::INTEGER AS records_loaded,
        max(published) FILTER (WHERE item = 'sysbench / threads')::INTEGER AS configured_threads,
        max(published) FILTER (WHERE item = 'tidb / performance.max-procs')::INTEGER AS max_procs,
        max(value) FILTER (WHERE measure = 'cores')::INTEGER AS cores,
        max(published) FILTER (WHERE item = 'tidb_instances')::INTEGER AS tidb_count,
        count(DISTINCT published) FILTER (WHERE measure = 'host')::INTEGER AS used_tidb_count,
    FROM fact
    WHERE source_id = '002'
),
rows_loaded AS (
    SELECT sum(value) FILTER (WHERE measure = 'tables') * sum(value) FILTER (WHERE measure = 'rows_per_table') AS point_select_rows,
    FROM fact
    WHERE source_id = '002' AND item = 'oltp_point_select'
),
utilisation AS (
    SELECT
        max(figure.value) FILTER (WHERE resource.value = 'CPU')::INTEGER AS cpu_pct,
        max(figure.value) FILTER (WHERE resource.value <> 'CPU')::INTEGER AS io_pct,
    FROM (SELECT figure.trial_id, figure.value FROM figure WHERE measure = 'utilisation_pct') AS figure
    JOIN trial USING (trial_id)
    JOIN trial_factor AS resource ON resource.trial_id = trial.trial_id AND resource.factor = 'resource'
    WHERE owner_id = '002'
)
SELECT
    test.*,
    point_select_rows::INTEGER AS point_select_rows,
    utilisation.*,
FROM test, rows_loaded, utilisation
ORDER BY ALL;
