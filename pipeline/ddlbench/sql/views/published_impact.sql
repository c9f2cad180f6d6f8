-- Impact of published DDL measurements on the load: change against the published baseline. The publications state no repeated builds: each is a single measurement.
-- throughput_kept_pct: Throughput during the DDL in % of that without it
-- measurement: `single measurement`, or how many windows of one load were averaged
-- setting: The settings with their values
SELECT
    source_id,
    trial_id,
    'plan = ' || plan || ', tidb_ddl_reorg_batch_size = ' || batch_size || ', tidb_ddl_reorg_worker_cnt = ' || worker_count
        AS setting,
    duration_s::DECIMAL(12, 2) AS duration_s,
    tps_kept_pct AS throughput_kept_pct,
    transactions_lost,
    'single measurement' AS measurement,
    correction_count,
    file,
    line,
FROM add_index
UNION ALL
SELECT
    source_id,
    trial_id,
    'ddl = ' || ddl || ', innodb_sort_buffer_size = ' || buffer_bytes,
    NULL,
    (100 + change_no_ddl_pct)::DECIMAL(9, 1),
    NULL,
    'mean of ' || repeat_count || ' windows of one load',
    NULL,
    NULL,
    NULL,
FROM sort_buffer_throughput_mean
WHERE ddl <> 'none';
