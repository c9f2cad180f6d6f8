-- Ways to build the same index, one row a run and setting of the experiment `methods`, with the plain way of the engine that it is compared with.
-- maintenance_work_mem: `maintenance_work_mem` of the session, in PostgreSQL
-- max_parallel_maintenance_workers: `max_parallel_maintenance_workers` of the session, in PostgreSQL
-- way: The way as a DBA writes it
-- against: Setting of the same run that differs in the way alone and takes the plain one: CREATE INDEX, or ALTER TABLE in place
-- method: Value of the factor `method`: how the index was built
-- load_level: Load in % of the measured capacity; 0 is idle, 100 saturation
-- duration_s: Mean duration of the DDL in seconds
-- worst_latency_ms: Mean over the repeats of the greatest interval latency in the DDL window, in milliseconds
-- stall_s: Mean of the seconds in the window that show no transaction
WITH factors AS (
    SELECT
        run_id,
        setting,
        max(value) FILTER (factor = 'method') AS method,
        max(value) FILTER (factor = 'maintenance_work_mem') AS maintenance_work_mem,
        max(value_number) FILTER (factor = 'max_parallel_maintenance_workers')::BIGINT AS max_parallel_maintenance_workers,
    FROM setting_factor
    GROUP BY run_id, setting
),
named AS (
    SELECT
        experiment_setting.*,
        factors.* EXCLUDE (run_id, setting),
        CASE method
            WHEN 'create_index' THEN 'CREATE INDEX'
            WHEN 'create_index_concurrently' THEN 'CREATE INDEX CONCURRENTLY'
            WHEN 'online' THEN 'ALGORITHM=INPLACE, LOCK=NONE'
            WHEN 'copy' THEN 'ALGORITHM=COPY'
            WHEN 'pt_osc' THEN 'pt-online-schema-change'
            WHEN 'gh_ost' THEN 'gh-ost'
        END AS way,
        own_setting.wait_share_pct,
    FROM experiment_setting
    JOIN factors USING (run_id, setting)
    LEFT JOIN (SELECT run_id, setting, wait_share_pct FROM own_setting) AS own_setting USING (run_id, setting)
    WHERE experiment = 'methods'
)
SELECT named.*, plain.setting AS against,
FROM named
LEFT JOIN named AS plain
    ON plain.run_id = named.run_id
    AND plain.method IN ('create_index', 'online')
    AND plain.method <> named.method
    AND plain.load_level IS NOT DISTINCT FROM named.load_level
    AND plain.maintenance_work_mem IS NOT DISTINCT FROM named.maintenance_work_mem
    AND plain.max_parallel_maintenance_workers IS NOT DISTINCT FROM named.max_parallel_maintenance_workers;
