INSERT INTO trial (trial_id, owner_kind, owner_id, table_name, evidence_level, file, line)
SELECT 'sources/999/tables/build.csv:' || line, 'source', '999', 'build', 'transcribed', 'sources/999/tables/build.csv', line
FROM range(2, 5) AS r(line);
INSERT INTO trial_factor
SELECT 'sources/999/tables/build.csv:' || line, 'threads', line::VARCHAR, line, NULL
FROM range(2, 5) AS r(line);
INSERT INTO figure VALUES
    ('sources/999/tables/build.csv:2', 'tps', '325.5', 325.5, '1/s', 'sources/999/tables/build.csv', 2),
    ('sources/999/tables/build.csv:3', 'tps', '312.5', 312.5, '1/s', 'sources/999/tables/build.csv', 3),
    ('sources/999/tables/build.csv:4', 'tps', '325.5', 325.5, '1/s', 'sources/999/tables/build.csv', 4);
