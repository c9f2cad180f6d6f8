-- Queries that one transaction of each sysbench workload makes with its default options, BEGIN and COMMIT included (the scripts of sysbench 1.0: oltp_common.lua and oltp_*.lua).
-- workload: Script of sysbench
-- queries: Queries a transaction
SELECT * FROM (VALUES
    ('oltp_read_write', 20),
    ('oltp_read_only', 16),
    ('oltp_write_only', 6),
    ('oltp_point_select', 1),
    ('oltp_update_index', 1),
    ('oltp_update_non_index', 1),
    ('oltp_insert', 1),
    ('oltp_delete', 1),
    ('select_random_points', 1),
    ('select_random_ranges', 1),
) AS known (workload, queries);
