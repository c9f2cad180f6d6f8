CREATE TABLE IF NOT EXISTS schema_change_progress (
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    execution_no INTEGER,
    tool VARCHAR,
    printed_by VARCHAR,
    printed_at TIMESTAMP,
    table_name VARCHAR,
    copied_rows BIGINT,
    total_rows BIGINT,
    percent DOUBLE,
    applied_events BIGINT,
    backlog_events INTEGER,
    backlog_capacity INTEGER,
    elapsed_s DOUBLE,
    copy_elapsed_s DOUBLE,
    binlog_position VARCHAR,
    lag_s DOUBLE,
    heartbeat_lag_s DOUBLE,
    state VARCHAR,
    throttle_reason VARCHAR,
    eta_s DOUBLE,
    void_reason VARCHAR
);

COMMENT ON TABLE schema_change_progress IS 'One progress line of gh-ost or pt-online-schema-change';
COMMENT ON COLUMN schema_change_progress.file IS 'Log file the row was read from, as its path below `data/`';
COMMENT ON COLUMN schema_change_progress.line IS 'Line of that file, counted from 1';
COMMENT ON COLUMN schema_change_progress.execution_no IS 'Which start of the tool in this file, counted from 1';
COMMENT ON COLUMN schema_change_progress.tool IS '`gh-ost` or `pt-online-schema-change`';
COMMENT ON COLUMN schema_change_progress.printed_by IS '`stdout`, `log` or `stderr`; gh-ost from 1.1 on prints each line on stdout and again as a message of its log: count one of them';
COMMENT ON COLUMN schema_change_progress.printed_at IS 'Time of a log message, without time zone; NULL where none is printed';
COMMENT ON COLUMN schema_change_progress.table_name IS 'Table as the line names it; gh-ost does not';
COMMENT ON COLUMN schema_change_progress.copied_rows IS 'Rows copied so far';
COMMENT ON COLUMN schema_change_progress.total_rows IS 'Rows of the table as estimated; once all are copied, the rows copied';
COMMENT ON COLUMN schema_change_progress.percent IS 'Part of the rows that is copied, in %; an estimate can pass 100';
COMMENT ON COLUMN schema_change_progress.applied_events IS 'Changes of the table that were read from the binary log and applied';
COMMENT ON COLUMN schema_change_progress.backlog_events IS 'Changes that wait in the queue';
COMMENT ON COLUMN schema_change_progress.backlog_capacity IS 'Size of that queue';
COMMENT ON COLUMN schema_change_progress.elapsed_s IS 'Seconds since the start, in whole seconds';
COMMENT ON COLUMN schema_change_progress.copy_elapsed_s IS 'Seconds since the copy began, in whole seconds';
COMMENT ON COLUMN schema_change_progress.binlog_position IS 'Position that was read in the binary log, as printed';
COMMENT ON COLUMN schema_change_progress.lag_s IS 'Replication lag in seconds; NULL before gh-ost 1.0.21';
COMMENT ON COLUMN schema_change_progress.heartbeat_lag_s IS 'Seconds since the last heartbeat was read; NULL before gh-ost 1.1.1';
COMMENT ON COLUMN schema_change_progress.state IS '`migrating`, `throttled`, `postponing cut-over` or `counting rows` of gh-ost; `copying`, `waiting` or `paused` of pt-online-schema-change; NULL where the version prints none';
COMMENT ON COLUMN schema_change_progress.throttle_reason IS 'Why it waits, as printed';
COMMENT ON COLUMN schema_change_progress.eta_s IS 'Seconds that remain as estimated; 0 where gh-ost prints `due`, NULL for `N/A`';
COMMENT ON COLUMN schema_change_progress.void_reason IS 'Why a figure of this line is NULL: `no_heartbeat` (none was read yet, and the tool prints 292 years)';
