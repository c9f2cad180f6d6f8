-- The same durations with one row a bar: statement, innodb_rds_faster_ddl and duration.
SELECT
    operation,
    unnest(['OFF', 'ON']) AS innodb_rds_faster_ddl,
    unnest([off_s, on_s]) AS duration_s,
FROM faster_ddl
WHERE source_id = '004'
ORDER BY operation, innodb_rds_faster_ddl;
