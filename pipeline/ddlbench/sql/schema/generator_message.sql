CREATE TABLE IF NOT EXISTS generator_message (
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    execution_no INTEGER,
    printed_at TIMESTAMP,
    kind VARCHAR,
    message VARCHAR
);

COMMENT ON TABLE generator_message IS 'Errors, timeouts and signals that go-tpc or go-ycsb printed';
COMMENT ON COLUMN generator_message.file IS 'Log file the row was read from, as its path below `data/`';
COMMENT ON COLUMN generator_message.line IS 'Line of that file, counted from 1';
COMMENT ON COLUMN generator_message.execution_no IS 'Which start of the load generator in this file, counted from 1';
COMMENT ON COLUMN generator_message.printed_at IS 'Time on the client''s clock, without time zone; NULL where none is printed';
COMMENT ON COLUMN generator_message.kind IS '`error` (an operation failed), `timeout` (a worker ended with the run), `signal` or `fatal`';
COMMENT ON COLUMN generator_message.message IS 'Text of the message';
