-- Published durations of two DDL statements with innodb_rds_faster_ddl off and on, with what it saved.
-- key: operation
SELECT
    operation,
    off_s,
    on_s,
    time_saved_pct,
    speedup,
    speedup_stated,
FROM faster_ddl
WHERE source_id = '004'
ORDER BY operation;
