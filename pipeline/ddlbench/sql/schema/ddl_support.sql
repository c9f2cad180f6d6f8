CREATE TABLE IF NOT EXISTS ddl_support (
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    happened_at VARCHAR,
    monotonic_s DOUBLE,
    operation VARCHAR,
    algorithm VARCHAR,
    lock_mode VARCHAR,
    outcome VARCHAR,
    error_code VARCHAR,
    error_message VARCHAR,
    ddl_duration_s DOUBLE,
    write_blocked_s DOUBLE,
    writes INTEGER,
    write_errors INTEGER,
    statement VARCHAR
);

COMMENT ON TABLE ddl_support IS 'One statement of the matrix of what is allowed, as it was tried on a small table beside a writing session';
COMMENT ON COLUMN ddl_support.file IS 'Log file the row was read from, as its path below `data/`';
COMMENT ON COLUMN ddl_support.line IS 'Line of that file, counted from 1';
COMMENT ON COLUMN ddl_support.happened_at IS 'When it was tried, UTC';
COMMENT ON COLUMN ddl_support.monotonic_s IS 'When it was tried on the clock that never jumps (CLOCK_MONOTONIC), in seconds';
COMMENT ON COLUMN ddl_support.operation IS 'What was to be changed';
COMMENT ON COLUMN ddl_support.algorithm IS 'ALGORITHM that was asked for; `DEFAULT` leaves it to the server';
COMMENT ON COLUMN ddl_support.lock_mode IS 'LOCK that was asked for; `DEFAULT` leaves it to the server';
COMMENT ON COLUMN ddl_support.outcome IS '`allowed` (writes went on), `blocks_writes` (one waited for more than half of it), `brief` (over too soon to tell) or `refused`';
COMMENT ON COLUMN ddl_support.error_code IS 'Number of the error that refused it; NULL where the client prints none';
COMMENT ON COLUMN ddl_support.error_message IS 'Error that refused it';
COMMENT ON COLUMN ddl_support.ddl_duration_s IS 'Duration in seconds as the client printed it; NULL for a refused one';
COMMENT ON COLUMN ddl_support.write_blocked_s IS 'Longest time in seconds that one write waited while it ran; NULL for a refused one';
COMMENT ON COLUMN ddl_support.writes IS 'Writes of the other session that succeeded, with those just before and after';
COMMENT ON COLUMN ddl_support.write_errors IS 'Writes of the other session that failed, such as those to a table that was renamed';
COMMENT ON COLUMN ddl_support.statement IS 'The statement';
