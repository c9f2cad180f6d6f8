CREATE TABLE IF NOT EXISTS trial_event (
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    happened_at VARCHAR,
    monotonic_s DOUBLE,
    event VARCHAR,
    detail VARCHAR
);

COMMENT ON TABLE trial_event IS 'One event of a trial of the lab, as its timeline notes it';
COMMENT ON COLUMN trial_event.file IS 'Log file the row was read from, as its path below `data/`';
COMMENT ON COLUMN trial_event.line IS 'Line of that file, counted from 1';
COMMENT ON COLUMN trial_event.happened_at IS 'Wall clock in UTC';
COMMENT ON COLUMN trial_event.monotonic_s IS 'Seconds on the monotonic clock of the machine; differences are durations';
COMMENT ON COLUMN trial_event.event IS 'What happened, such as `load_started` (second 0 of the load generator), `ddl_started` or `ddl_ended`';
COMMENT ON COLUMN trial_event.detail IS 'More about it: an outcome, a reason, a command as it was run with secrets masked, or JSON (`sampler_cost`: `cpu_s`, `written_bytes`, `elapsed_s`); NULL for none';
