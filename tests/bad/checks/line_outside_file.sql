INSERT INTO file VALUES ('sources/999/excerpts/001/client.log', 'sources/999/excerpts/001', 'source', '999', 'mysql_client', 'excerpt', 'ab', 40, 2);
INSERT INTO ddl_statement (file, line, outcome) VALUES
    ('sources/999/excerpts/001/client.log', 2, 'completed'),
    ('sources/999/excerpts/001/client.log', 3, 'completed'),
    ('sources/999/excerpts/002/client.log', 1, 'completed');
