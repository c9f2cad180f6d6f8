-- The durations give 10 to 12 times: 10.8 can be, 12.9 cannot.
INSERT INTO trial (trial_id, owner_kind, owner_id, table_name, evidence_level, file, line)
SELECT 'sources/999/tables/' || name || '.csv:' || line, 'source', '999', name, 'transcribed', 'sources/999/tables/' || name || '.csv', line
FROM (VALUES ('ddl', 2), ('ddl', 3), ('ddl', 4), ('ddl', 5), ('speedup', 2), ('speedup', 3)) AS t(name, line);
INSERT INTO trial_factor VALUES
    ('sources/999/tables/ddl.csv:2', 'operation', 'create index', NULL, NULL),
    ('sources/999/tables/ddl.csv:2', 'innodb_rds_faster_ddl', 'OFF', NULL, NULL),
    ('sources/999/tables/ddl.csv:3', 'operation', 'create index', NULL, NULL),
    ('sources/999/tables/ddl.csv:3', 'innodb_rds_faster_ddl', 'ON', NULL, NULL),
    ('sources/999/tables/ddl.csv:4', 'operation', 'optimize table', NULL, NULL),
    ('sources/999/tables/ddl.csv:4', 'innodb_rds_faster_ddl', 'OFF', NULL, NULL),
    ('sources/999/tables/ddl.csv:5', 'operation', 'optimize table', NULL, NULL),
    ('sources/999/tables/ddl.csv:5', 'innodb_rds_faster_ddl', 'ON', NULL, NULL),
    ('sources/999/tables/speedup.csv:2', 'operation', 'create index', NULL, NULL),
    ('sources/999/tables/speedup.csv:3', 'operation', 'optimize table', NULL, NULL);
INSERT INTO figure VALUES
    ('sources/999/tables/ddl.csv:2', 'duration_s', '56', 56, 's', 'sources/999/tables/ddl.csv', 2),
    ('sources/999/tables/ddl.csv:3', 'duration_s', '5', 5, 's', 'sources/999/tables/ddl.csv', 3),
    ('sources/999/tables/ddl.csv:4', 'duration_s', '56', 56, 's', 'sources/999/tables/ddl.csv', 4),
    ('sources/999/tables/ddl.csv:5', 'duration_s', '5', 5, 's', 'sources/999/tables/ddl.csv', 5),
    ('sources/999/tables/speedup.csv:2', 'speedup', '10.8', 10.8, NULL, 'sources/999/tables/speedup.csv', 2),
    ('sources/999/tables/speedup.csv:3', 'speedup', '12.9', 12.9, NULL, 'sources/999/tables/speedup.csv', 3);
