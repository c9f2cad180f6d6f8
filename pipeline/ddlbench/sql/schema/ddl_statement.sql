CREATE TABLE IF NOT EXISTS ddl_statement (
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    statement VARCHAR,
    outcome VARCHAR,
    duration_s DOUBLE,
    rows_affected BIGINT,
    records BIGINT,
    duplicates BIGINT,
    warnings BIGINT,
    error_code INTEGER,
    error_message VARCHAR
);

COMMENT ON TABLE ddl_statement IS 'One DDL statement of a client session, with the time the client printed';
COMMENT ON COLUMN ddl_statement.file IS 'Log file the row was read from, as its path below `data/`';
COMMENT ON COLUMN ddl_statement.line IS 'Line of that file, counted from 1';
COMMENT ON COLUMN ddl_statement.statement IS 'Statement as echoed, lines joined by line breaks; NULL where the client did not echo it';
COMMENT ON COLUMN ddl_statement.outcome IS '`completed`, `failed` or `no_result` (the session shows none)';
COMMENT ON COLUMN ddl_statement.duration_s IS 'Seconds as the client measured them; NULL where it printed none';
COMMENT ON COLUMN ddl_statement.rows_affected IS 'Rows affected as printed';
COMMENT ON COLUMN ddl_statement.records IS 'Records copied, as the line `Records:` prints them';
COMMENT ON COLUMN ddl_statement.duplicates IS 'Duplicates, as the same line prints them';
COMMENT ON COLUMN ddl_statement.warnings IS 'Warnings, as the same line prints them';
COMMENT ON COLUMN ddl_statement.error_code IS 'Error number of the server';
COMMENT ON COLUMN ddl_statement.error_message IS 'Error text of the server';
