CREATE TABLE IF NOT EXISTS lock_wait (
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    taken_at VARCHAR,
    monotonic_s DOUBLE,
    waiting_pid BIGINT,
    waiting_state VARCHAR,
    waited_s DOUBLE,
    lock_type VARCHAR,
    object VARCHAR,
    blocking_pids VARCHAR,
    waiting_query VARCHAR
);

COMMENT ON TABLE lock_wait IS 'One session that waits for a lock, at one moment of a trial';
COMMENT ON COLUMN lock_wait.file IS 'Log file the row was read from, as its path below `data/`';
COMMENT ON COLUMN lock_wait.line IS 'Line of that file, counted from 1';
COMMENT ON COLUMN lock_wait.taken_at IS 'Wall clock in UTC';
COMMENT ON COLUMN lock_wait.monotonic_s IS 'Seconds on the monotonic clock of the machine; differences are durations';
COMMENT ON COLUMN lock_wait.waiting_pid IS 'Session that waits: connection id, process number of the backend, or number of the job';
COMMENT ON COLUMN lock_wait.waiting_state IS 'What the server says of it, such as `Waiting for table metadata lock`';
COMMENT ON COLUMN lock_wait.waited_s IS 'Seconds it has waited, as the server counts them';
COMMENT ON COLUMN lock_wait.lock_type IS 'Kind of lock that it waits for, such as `EXCLUSIVE`, `AccessExclusiveLock` or `RECORD`';
COMMENT ON COLUMN lock_wait.object IS 'Table or other object, where the server tells';
COMMENT ON COLUMN lock_wait.blocking_pids IS 'Sessions in its way with commas between, where the server tells';
COMMENT ON COLUMN lock_wait.waiting_query IS 'Statement of the session that waits, cut after 120 characters';
