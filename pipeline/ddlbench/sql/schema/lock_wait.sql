CREATE TABLE IF NOT EXISTS lock_wait (
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    taken_at VARCHAR,
    monotonic_s DOUBLE,
    waiting_session BIGINT,
    waiting_statement VARCHAR,
    lock VARCHAR,
    object VARCHAR,
    blocking_session BIGINT,
    blocking_statement VARCHAR,
    waited_s DOUBLE
);

COMMENT ON TABLE lock_wait IS 'A session that waits for a lock, at one moment of a trial';
COMMENT ON COLUMN lock_wait.file IS 'Log file the row was read from, as its path below `data/`';
COMMENT ON COLUMN lock_wait.line IS 'Line of that file, counted from 1';
COMMENT ON COLUMN lock_wait.taken_at IS 'Wall clock in UTC';
COMMENT ON COLUMN lock_wait.monotonic_s IS 'Seconds on the monotonic clock of the machine; differences are durations';
COMMENT ON COLUMN lock_wait.waiting_session IS 'Session that waits: connection id, or process number of the backend';
COMMENT ON COLUMN lock_wait.waiting_statement IS 'Its statement, cut after 200 characters';
COMMENT ON COLUMN lock_wait.lock IS 'What it waits for, as the server names it, such as `Waiting for table metadata lock` or `AccessExclusiveLock`';
COMMENT ON COLUMN lock_wait.object IS 'Table or other object, where the server tells';
COMMENT ON COLUMN lock_wait.blocking_session IS 'Session in its way, where the server tells; a wait with several has several rows';
COMMENT ON COLUMN lock_wait.blocking_statement IS 'Statement of that session, its last one where it is idle';
COMMENT ON COLUMN lock_wait.waited_s IS 'Seconds it has waited, as the server counts them';
