CREATE TABLE IF NOT EXISTS server_variable (
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    taken_at VARCHAR,
    monotonic_s DOUBLE,
    moment VARCHAR,
    kind VARCHAR,
    name VARCHAR,
    value VARCHAR
);

COMMENT ON TABLE server_variable IS 'One variable or status counter of the server before or after a trial';
COMMENT ON COLUMN server_variable.file IS 'Log file the row was read from, as its path below `data/`';
COMMENT ON COLUMN server_variable.line IS 'Line of that file, counted from 1';
COMMENT ON COLUMN server_variable.taken_at IS 'Wall clock in UTC';
COMMENT ON COLUMN server_variable.monotonic_s IS 'Seconds on the monotonic clock of the machine; differences are durations';
COMMENT ON COLUMN server_variable.moment IS '`before` or `after` the trial';
COMMENT ON COLUMN server_variable.kind IS '`version`, `variable` or `status`';
COMMENT ON COLUMN server_variable.name IS 'Name, as the server writes it';
COMMENT ON COLUMN server_variable.value IS 'Value as text; NULL where the server gives none';
