INSERT INTO trial (trial_id, owner_kind, owner_id, table_name, evidence_level, file, line) VALUES
    ('sources/999/tables/baseline.csv:2', 'source', '999', 'baseline', 'transcribed', 'sources/999/tables/baseline.csv', 2),
    ('sources/999/tables/add_index.csv:2', 'source', '999', 'add_index', 'transcribed', 'sources/999/tables/add_index.csv', 2);
INSERT INTO trial_factor VALUES
    ('sources/999/tables/baseline.csv:2', 'plan', '1', 1, NULL),
    ('sources/999/tables/baseline.csv:2', 'workload', 'oltp_read_write', NULL, NULL),
    ('sources/999/tables/add_index.csv:2', 'plan', '1', 1, NULL),
    ('sources/999/tables/add_index.csv:2', 'tidb_ddl_reorg_batch_size', '32', 32, NULL),
    ('sources/999/tables/add_index.csv:2', 'tidb_ddl_reorg_worker_cnt', '2', 2, NULL);
INSERT INTO figure VALUES
    ('sources/999/tables/baseline.csv:2', 'tps', '350', 350, '1/s', 'sources/999/tables/baseline.csv', 2),
    ('sources/999/tables/baseline.csv:2', 'qps', '7000', 7000, '1/s', 'sources/999/tables/baseline.csv', 2),
    ('sources/999/tables/add_index.csv:2', 'duration_s', '266', 266, 's', 'sources/999/tables/add_index.csv', 2),
    ('sources/999/tables/add_index.csv:2', 'tps', '330.3', 330.3, '1/s', 'sources/999/tables/add_index.csv', 2),
    ('sources/999/tables/add_index.csv:2', 'qps', '6001', 6001, '1/s', 'sources/999/tables/add_index.csv', 2);
