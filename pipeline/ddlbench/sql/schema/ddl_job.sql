CREATE TABLE IF NOT EXISTS ddl_job (
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    job_id BIGINT,
    is_subjob BOOLEAN,
    db_name VARCHAR,
    table_name VARCHAR,
    job_type VARCHAR,
    comments VARCHAR,
    schema_state VARCHAR,
    schema_id BIGINT,
    table_id BIGINT,
    row_count BIGINT,
    create_time TIMESTAMP,
    start_time TIMESTAMP,
    end_time TIMESTAMP,
    state VARCHAR,
    duration_s DOUBLE,
    queue_wait_s DOUBLE,
    queue_included BOOLEAN,
    query VARCHAR
);

COMMENT ON TABLE ddl_job IS 'One row of TiDB''s `ADMIN SHOW DDL JOBS` (or `information_schema.ddl_jobs`): a DDL job as the server keeps it';
COMMENT ON COLUMN ddl_job.file IS 'Log file the row was read from, as its path below `data/`';
COMMENT ON COLUMN ddl_job.line IS 'Line of that file, counted from 1';
COMMENT ON COLUMN ddl_job.job_id IS 'Number of the job; a listing can show a job twice, and the parts of a job share its number';
COMMENT ON COLUMN ddl_job.is_subjob IS 'Whether the row is a part of a job that changes several things at once';
COMMENT ON COLUMN ddl_job.db_name IS 'Database';
COMMENT ON COLUMN ddl_job.table_name IS 'Table';
COMMENT ON COLUMN ddl_job.job_type IS 'Kind of job (`add index`, …), without the tags in comment marks';
COMMENT ON COLUMN ddl_job.comments IS 'How the job works (`ingest, DXF`): the column `COMMENTS` of 8.5 and later, before that the tags beside the kind of job';
COMMENT ON COLUMN ddl_job.schema_state IS 'State of the schema object';
COMMENT ON COLUMN ddl_job.schema_id IS 'Number of the database';
COMMENT ON COLUMN ddl_job.table_id IS 'Number of the table';
COMMENT ON COLUMN ddl_job.row_count IS 'Rows processed so far';
COMMENT ON COLUMN ddl_job.create_time IS 'When the job was created, as printed, in the time zone of the session; 6.1 and later print it';
COMMENT ON COLUMN ddl_job.start_time IS 'When the job began, as printed; before 6.1 the column of this name held the time of creation';
COMMENT ON COLUMN ddl_job.end_time IS 'When the job ended, as printed; NULL while it runs';
COMMENT ON COLUMN ddl_job.state IS 'State of the job (`synced`, `running`, `rollback done`, …)';
COMMENT ON COLUMN ddl_job.duration_s IS 'Seconds from start to end; the listing often has whole seconds only';
COMMENT ON COLUMN ddl_job.queue_wait_s IS 'Seconds from creation to start; NULL where the listing has no time of creation';
COMMENT ON COLUMN ddl_job.queue_included IS 'Whether the duration contains the wait in the queue, as it does before 6.1';
COMMENT ON COLUMN ddl_job.query IS 'Statement of the job, where the listing has it';
