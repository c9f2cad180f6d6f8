INSERT INTO trial (trial_id, owner_kind, owner_id, table_name, evidence_level, file, line) VALUES
    ('sources/999/tables/add_index.csv:2', 'source', '999', 'add_index', 'transcribed', 'sources/999/tables/add_index.csv', 2),
    ('sources/999/tables/add_index.csv:3', 'source', '999', 'add_index', 'transcribed', 'sources/999/tables/add_index.csv', 3);
INSERT INTO trial_factor VALUES
    ('sources/999/tables/add_index.csv:2', 'plan', '1', 1, NULL),
    ('sources/999/tables/add_index.csv:3', 'plan', '1', 1, NULL);
