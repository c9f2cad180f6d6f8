CREATE TABLE IF NOT EXISTS schema_change_event (
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    execution_no INTEGER,
    tool VARCHAR,
    printed_at TIMESTAMP,
    level VARCHAR,
    event VARCHAR,
    table_name VARCHAR,
    row_count BIGINT,
    duration_s DOUBLE,
    message VARCHAR
);

COMMENT ON TABLE schema_change_event IS 'One step or message of gh-ost or pt-online-schema-change';
COMMENT ON COLUMN schema_change_event.file IS 'Log file the row was read from, as its path below `data/`';
COMMENT ON COLUMN schema_change_event.line IS 'Line of that file, counted from 1';
COMMENT ON COLUMN schema_change_event.execution_no IS 'Which start of the tool in this file, counted from 1';
COMMENT ON COLUMN schema_change_event.tool IS '`gh-ost` or `pt-online-schema-change`';
COMMENT ON COLUMN schema_change_event.printed_at IS 'Time as printed, without time zone; NULL where none is printed';
COMMENT ON COLUMN schema_change_event.level IS 'Level of the message: `INFO`, `WARNING`, `ERROR`, `FATAL`, …; NULL where the tool prints none';
COMMENT ON COLUMN schema_change_event.event IS 'Step: `started`, `settings`, `table_created`, `altered`, `triggers_created`, `copy_started`, `copied`, `locked`, `events_up_to_lock`, `renamed`, `unlocked`, `lock_and_rename`, `swapped`, `dropped`, `new_table_dropped`, `triggers_dropped`, `done`, `finished`, `dry_run`, `failed`, `error`, `warning`, `statistic`, or `message` for all else';
COMMENT ON COLUMN schema_change_event.table_name IS 'Table as the message names it';
COMMENT ON COLUMN schema_change_event.row_count IS 'Rows that the message names (an estimate for `copy_started`), or the count of a statistic';
COMMENT ON COLUMN schema_change_event.duration_s IS 'Seconds that the message names: for `lock_and_rename` how long queries on the table were blocked';
COMMENT ON COLUMN schema_change_event.message IS 'Text of the message';
