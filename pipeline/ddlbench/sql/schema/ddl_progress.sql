CREATE TABLE IF NOT EXISTS ddl_progress (
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    sampled_at VARCHAR,
    monotonic_s DOUBLE,
    pid INTEGER,
    datname VARCHAR,
    relname VARCHAR,
    relid BIGINT,
    index_relid BIGINT,
    command VARCHAR,
    phase VARCHAR,
    stage VARCHAR,
    work_done DOUBLE,
    work_total DOUBLE,
    lockers_total BIGINT,
    lockers_done BIGINT,
    current_locker_pid INTEGER,
    blocks_total BIGINT,
    blocks_done BIGINT,
    tuples_total BIGINT,
    tuples_done BIGINT,
    partitions_total BIGINT,
    partitions_done BIGINT
);

COMMENT ON TABLE ddl_progress IS 'One sample of how far a DDL is, from `pg_stat_progress_create_index` (PostgreSQL 12 and later) or the lab''s samples of any engine';
COMMENT ON COLUMN ddl_progress.file IS 'Log file the row was read from, as its path below `data/`';
COMMENT ON COLUMN ddl_progress.line IS 'Line of that file, counted from 1';
COMMENT ON COLUMN ddl_progress.sampled_at IS 'Time of the sample as printed, by the query or by `\watch`';
COMMENT ON COLUMN ddl_progress.monotonic_s IS 'Seconds on the monotonic clock of the machine, as the lab notes them; differences are durations';
COMMENT ON COLUMN ddl_progress.pid IS 'Process of the backend that builds the index, or connection id of the session, or number of the job';
COMMENT ON COLUMN ddl_progress.datname IS 'Database';
COMMENT ON COLUMN ddl_progress.relname IS 'Table, where the query names it';
COMMENT ON COLUMN ddl_progress.relid IS 'Object number of the table';
COMMENT ON COLUMN ddl_progress.index_relid IS 'Object number of the index; 0 during a build that locks the table';
COMMENT ON COLUMN ddl_progress.command IS '`CREATE INDEX`, `CREATE INDEX CONCURRENTLY`, `REINDEX` or `REINDEX CONCURRENTLY`; for other engines the statement or kind of job, cut after 200 characters';
COMMENT ON COLUMN ddl_progress.phase IS 'What the DDL does: `waiting_for_lock`, `building`, `applying_log` (what was written meanwhile is put into the index), `committing` or `other`; follows from `stage`';
COMMENT ON COLUMN ddl_progress.stage IS 'Phase, stage or state in the words of the server; when it changes, the counters of blocks and tuples start anew';
COMMENT ON COLUMN ddl_progress.work_done IS 'Work done in units of the server, in the lab''s samples';
COMMENT ON COLUMN ddl_progress.work_total IS 'Work expected in the same units, in the lab''s samples';
COMMENT ON COLUMN ddl_progress.lockers_total IS 'Lockers to wait for';
COMMENT ON COLUMN ddl_progress.lockers_done IS 'Lockers already waited for';
COMMENT ON COLUMN ddl_progress.current_locker_pid IS 'Process of the locker being waited for; 0 for none';
COMMENT ON COLUMN ddl_progress.blocks_total IS 'Blocks to process in this phase';
COMMENT ON COLUMN ddl_progress.blocks_done IS 'Blocks processed in this phase';
COMMENT ON COLUMN ddl_progress.tuples_total IS 'Tuples to process in this phase';
COMMENT ON COLUMN ddl_progress.tuples_done IS 'Tuples processed in this phase';
COMMENT ON COLUMN ddl_progress.partitions_total IS 'Partitions to build; 0 unless the table is partitioned';
COMMENT ON COLUMN ddl_progress.partitions_done IS 'Partitions built';
