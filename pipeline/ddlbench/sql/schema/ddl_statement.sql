CREATE TABLE IF NOT EXISTS ddl_statement (
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    statement VARCHAR,
    command_tag VARCHAR,
    outcome VARCHAR,
    duration_s DOUBLE,
    execution_s DOUBLE,
    rows_affected BIGINT,
    records BIGINT,
    duplicates BIGINT,
    warnings BIGINT,
    error_code INTEGER,
    error_sqlstate VARCHAR,
    error_message VARCHAR,
    void_reason VARCHAR
);

COMMENT ON TABLE ddl_statement IS 'One DDL statement of a client session, with the time the client printed';
COMMENT ON COLUMN ddl_statement.file IS 'Log file the row was read from, as its path below `data/`';
COMMENT ON COLUMN ddl_statement.line IS 'Line of that file, counted from 1';
COMMENT ON COLUMN ddl_statement.statement IS 'Statement as echoed, lines joined by line breaks; NULL where the client did not echo it';
COMMENT ON COLUMN ddl_statement.command_tag IS 'Command tag (`CREATE INDEX`) that PostgreSQL and CockroachDB answer with';
COMMENT ON COLUMN ddl_statement.outcome IS '`completed`, `failed` or `no_result` (the session shows none)';
COMMENT ON COLUMN ddl_statement.duration_s IS 'Seconds as the client measured them; NULL where it printed none';
COMMENT ON COLUMN ddl_statement.execution_s IS 'Seconds of these that the server spent, where the client tells them apart (`cockroach sql`)';
COMMENT ON COLUMN ddl_statement.rows_affected IS 'Rows affected as printed';
COMMENT ON COLUMN ddl_statement.records IS 'Records copied, as the line `Records:` prints them';
COMMENT ON COLUMN ddl_statement.duplicates IS 'Duplicates, as the same line prints them';
COMMENT ON COLUMN ddl_statement.warnings IS 'Warnings, as the same line prints them, or else the line `Query OK`';
COMMENT ON COLUMN ddl_statement.error_code IS 'Error number of the server';
COMMENT ON COLUMN ddl_statement.error_sqlstate IS 'SQLSTATE of the error';
COMMENT ON COLUMN ddl_statement.error_message IS 'Error text of the server';
COMMENT ON COLUMN ddl_statement.void_reason IS '`several_statements`: the printed time covers more than this statement, so there is no duration';
