INSERT INTO trial (trial_id, owner_kind, owner_id, table_name, evidence_level, file, line) VALUES
    ('sources/999/tables/baseline.csv:2', 'source', '999', 'baseline', 'transcribed', 'sources/999/tables/baseline.csv', 2);
INSERT INTO trial_factor VALUES
    ('sources/999/tables/baseline.csv:2', 'plan', '1', 1, NULL),
    ('sources/999/tables/baseline.csv:2', 'workload', 'oltp_read_write', NULL, NULL);
INSERT INTO figure VALUES
    ('sources/999/tables/baseline.csv:2', 'tps', '350', 350, '1/s', 'sources/999/tables/baseline.csv', 2),
    ('sources/999/tables/baseline.csv:2', 'qps', '7000', 7000, '1/s', 'sources/999/tables/baseline.csv', 2);
INSERT INTO trial (trial_id, owner_kind, owner_id, table_name, evidence_level, file, line)
SELECT 'sources/999/tables/add_index.csv:' || workers, 'source', '999', 'add_index', 'transcribed', 'sources/999/tables/add_index.csv', workers
FROM (VALUES (1), (2), (4)) AS w(workers);
INSERT INTO trial_factor
SELECT 'sources/999/tables/add_index.csv:' || workers, factor, value::VARCHAR, value, NULL
FROM (VALUES (1), (2), (4)) AS w(workers), LATERAL (VALUES ('plan', 1), ('tidb_ddl_reorg_batch_size', 32), ('tidb_ddl_reorg_worker_cnt', workers)) AS f(factor, value);
INSERT INTO figure
SELECT 'sources/999/tables/add_index.csv:' || workers, measure, value::VARCHAR, value, NULL, 'sources/999/tables/add_index.csv', workers
FROM (VALUES (1, 400), (2, 266), (4, 274)) AS w(workers, duration), LATERAL (VALUES ('duration_s', duration), ('tps', 300), ('qps', 6000)) AS f(measure, value);
