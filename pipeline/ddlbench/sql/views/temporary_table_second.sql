-- The intervals without DDL, in our own runs, of the load of short connections with temporary tables: those before the DDL, and all of control trials.
-- tps_of_mean_pct: Throughput of the interval in % of the mean of its trial before the DDL
-- tps: Transactions a second in the interval
SELECT
    trial_id,
    load_interval.run_id,
    run.engine,
    tps,
    baseline_tps,
    100 * tps / baseline_tps AS tps_of_mean_pct,
    file,
    line,
FROM load_interval
JOIN baseline USING (trial_id)
JOIN regime USING (trial_id)
JOIN run ON run.run_id = load_interval.run_id
WHERE run.experiment = 'flush-and-temporary-tables'
    AND run.withdrawn IS NULL
    AND regime.workload = 'short_temporary_tables'
    AND (part = 'baseline' OR control)
    AND tps IS NOT NULL;
