CREATE TABLE IF NOT EXISTS ddl_stage (
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    thread_id BIGINT,
    event_id BIGINT,
    event_name VARCHAR,
    duration_s DOUBLE,
    timer_start_s DOUBLE,
    timer_end_s DOUBLE,
    work_completed BIGINT,
    work_estimated BIGINT,
    nesting_event_id BIGINT
);

COMMENT ON TABLE ddl_stage IS 'One stage of a statement, from `performance_schema.events_stages_*` of MySQL or MariaDB';
COMMENT ON COLUMN ddl_stage.file IS 'Log file the row was read from, as its path below `data/`';
COMMENT ON COLUMN ddl_stage.line IS 'Line of that file, counted from 1';
COMMENT ON COLUMN ddl_stage.thread_id IS 'Thread of the server';
COMMENT ON COLUMN ddl_stage.event_id IS 'Number of the event within its thread; stages begin in this order';
COMMENT ON COLUMN ddl_stage.event_name IS 'Stage, such as `stage/innodb/alter table (merge sort)`; merge sort and insert come once an index';
COMMENT ON COLUMN ddl_stage.duration_s IS 'Seconds the stage took, or has taken so far; the server counts picoseconds';
COMMENT ON COLUMN ddl_stage.timer_start_s IS 'Begin of the stage on the server''s timer, in seconds';
COMMENT ON COLUMN ddl_stage.timer_end_s IS 'End of the stage on the server''s timer, in seconds';
COMMENT ON COLUMN ddl_stage.work_completed IS 'Units of work done at the end of the stage, counted from the begin of the statement (InnoDB: pages)';
COMMENT ON COLUMN ddl_stage.work_estimated IS 'Units of work expected for the whole statement; the server revises it as it goes';
COMMENT ON COLUMN ddl_stage.nesting_event_id IS 'Number of the statement event the stage belongs to';
