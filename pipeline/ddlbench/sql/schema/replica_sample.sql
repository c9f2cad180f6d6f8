CREATE TABLE IF NOT EXISTS replica_sample (
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    taken_at VARCHAR,
    monotonic_s DOUBLE,
    lag_s DOUBLE,
    state VARCHAR,
    position VARCHAR
);

COMMENT ON TABLE replica_sample IS 'How far a replica is behind, at one moment of a trial';
COMMENT ON COLUMN replica_sample.file IS 'Log file the row was read from, as its path below `data/`';
COMMENT ON COLUMN replica_sample.line IS 'Line of that file, counted from 1';
COMMENT ON COLUMN replica_sample.taken_at IS 'Wall clock in UTC';
COMMENT ON COLUMN replica_sample.monotonic_s IS 'Seconds on the monotonic clock of the machine; differences are durations';
COMMENT ON COLUMN replica_sample.lag_s IS 'Seconds behind, as the server tells; NULL where it does not know';
COMMENT ON COLUMN replica_sample.state IS 'What the thread that applies does, as the server names it';
COMMENT ON COLUMN replica_sample.position IS 'How far it has applied, as the server names it';
