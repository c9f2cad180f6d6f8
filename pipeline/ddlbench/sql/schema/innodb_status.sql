CREATE TABLE IF NOT EXISTS innodb_status (
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    status_no INTEGER,
    taken_at TIMESTAMP,
    averaged_s INTEGER,
    transaction_id_counter VARCHAR,
    history_list_length BIGINT,
    active_transactions INTEGER,
    active_phases VARCHAR,
    ddl_statements VARCHAR,
    pending_aio_reads BIGINT,
    pending_aio_writes BIGINT,
    pending_fsyncs BIGINT,
    file_reads BIGINT,
    file_writes BIGINT,
    file_fsyncs BIGINT,
    file_reads_per_s DOUBLE,
    avg_read_bytes BIGINT,
    file_writes_per_s DOUBLE,
    file_fsyncs_per_s DOUBLE,
    lsn BIGINT,
    log_flushed_lsn BIGINT,
    pages_flushed_lsn BIGINT,
    checkpoint_lsn BIGINT,
    checkpoint_age_bytes BIGINT,
    max_checkpoint_age_bytes BIGINT,
    log_io_per_s DOUBLE,
    pool_pages BIGINT,
    free_pages BIGINT,
    database_pages BIGINT,
    old_database_pages BIGINT,
    dirty_pages BIGINT,
    pending_reads BIGINT,
    pending_lru_writes BIGINT,
    pending_flush_list_writes BIGINT,
    pending_single_page_writes BIGINT,
    pages_read BIGINT,
    pages_created BIGINT,
    pages_written BIGINT,
    pages_read_per_s DOUBLE,
    pages_created_per_s DOUBLE,
    pages_written_per_s DOUBLE,
    hit_rate_permille INTEGER,
    queries_inside INTEGER,
    queries_in_queue INTEGER,
    read_views INTEGER,
    rows_inserted BIGINT,
    rows_updated BIGINT,
    rows_deleted BIGINT,
    rows_read BIGINT,
    rows_inserted_per_s DOUBLE,
    rows_updated_per_s DOUBLE,
    rows_deleted_per_s DOUBLE,
    rows_read_per_s DOUBLE
);

COMMENT ON TABLE innodb_status IS 'One print of `SHOW ENGINE INNODB STATUS`: its figures on the log, the buffer pool and running DDL';
COMMENT ON COLUMN innodb_status.file IS 'Log file the row was read from, as its path below `data/`';
COMMENT ON COLUMN innodb_status.line IS 'Line of that file, counted from 1';
COMMENT ON COLUMN innodb_status.status_no IS 'Which print of the file, counted from 1';
COMMENT ON COLUMN innodb_status.taken_at IS 'Time of the print, without time zone';
COMMENT ON COLUMN innodb_status.averaged_s IS 'Seconds that the rates of this print cover; a print right after another covers too few to mean anything';
COMMENT ON COLUMN innodb_status.transaction_id_counter IS 'Next transaction number as printed; hexadecimal in 5.5';
COMMENT ON COLUMN innodb_status.history_list_length IS 'Undo log records that purge has not removed yet';
COMMENT ON COLUMN innodb_status.active_transactions IS 'Transactions listed as `ACTIVE`';
COMMENT ON COLUMN innodb_status.active_phases IS 'What the active transactions do, as far as the list says (`reading clustered index`, …), joined by `; `';
COMMENT ON COLUMN innodb_status.ddl_statements IS 'Statements of the list that change tables or indexes, joined by line breaks';
COMMENT ON COLUMN innodb_status.pending_aio_reads IS 'Asynchronous reads that wait, over all threads';
COMMENT ON COLUMN innodb_status.pending_aio_writes IS 'Asynchronous writes that wait, over all threads';
COMMENT ON COLUMN innodb_status.pending_fsyncs IS 'Flushes of files that wait';
COMMENT ON COLUMN innodb_status.file_reads IS 'Reads of files since the server started';
COMMENT ON COLUMN innodb_status.file_writes IS 'Writes of files since the server started';
COMMENT ON COLUMN innodb_status.file_fsyncs IS 'Flushes of files since the server started';
COMMENT ON COLUMN innodb_status.file_reads_per_s IS 'Reads of files a second';
COMMENT ON COLUMN innodb_status.avg_read_bytes IS 'Mean bytes of a read';
COMMENT ON COLUMN innodb_status.file_writes_per_s IS 'Writes of files a second';
COMMENT ON COLUMN innodb_status.file_fsyncs_per_s IS 'Flushes of files a second';
COMMENT ON COLUMN innodb_status.lsn IS 'Log sequence number';
COMMENT ON COLUMN innodb_status.log_flushed_lsn IS 'Log sequence number up to which the log is on the disk';
COMMENT ON COLUMN innodb_status.pages_flushed_lsn IS 'Log sequence number up to which changed pages are on the disk; NULL before 5.6';
COMMENT ON COLUMN innodb_status.checkpoint_lsn IS 'Log sequence number of the last checkpoint';
COMMENT ON COLUMN innodb_status.checkpoint_age_bytes IS 'Log since the last checkpoint in bytes: as printed, else `lsn` less `checkpoint_lsn`';
COMMENT ON COLUMN innodb_status.max_checkpoint_age_bytes IS 'Checkpoint age that stops writers; NULL where it is not printed';
COMMENT ON COLUMN innodb_status.log_io_per_s IS 'Reads and writes of the log a second';
COMMENT ON COLUMN innodb_status.pool_pages IS 'Size of the buffer pool in pages, all instances';
COMMENT ON COLUMN innodb_status.free_pages IS 'Free pages of the buffer pool';
COMMENT ON COLUMN innodb_status.database_pages IS 'Pages of the buffer pool that hold data';
COMMENT ON COLUMN innodb_status.old_database_pages IS 'Pages in the old part of the list';
COMMENT ON COLUMN innodb_status.dirty_pages IS 'Changed pages that are not written yet';
COMMENT ON COLUMN innodb_status.pending_reads IS 'Page reads that wait';
COMMENT ON COLUMN innodb_status.pending_lru_writes IS 'Page writes from the end of the list that wait';
COMMENT ON COLUMN innodb_status.pending_flush_list_writes IS 'Page writes for a checkpoint that wait';
COMMENT ON COLUMN innodb_status.pending_single_page_writes IS 'Writes of single pages that wait; NULL where it is not printed';
COMMENT ON COLUMN innodb_status.pages_read IS 'Pages read since the server started';
COMMENT ON COLUMN innodb_status.pages_created IS 'Pages created since the server started';
COMMENT ON COLUMN innodb_status.pages_written IS 'Pages written since the server started';
COMMENT ON COLUMN innodb_status.pages_read_per_s IS 'Pages read a second';
COMMENT ON COLUMN innodb_status.pages_created_per_s IS 'Pages created a second';
COMMENT ON COLUMN innodb_status.pages_written_per_s IS 'Pages written a second';
COMMENT ON COLUMN innodb_status.hit_rate_permille IS 'Page requests of a thousand that the buffer pool served; NULL where there were none';
COMMENT ON COLUMN innodb_status.queries_inside IS 'Queries inside InnoDB';
COMMENT ON COLUMN innodb_status.queries_in_queue IS 'Queries that wait to enter InnoDB';
COMMENT ON COLUMN innodb_status.read_views IS 'Open read views: old ones keep history from being removed';
COMMENT ON COLUMN innodb_status.rows_inserted IS 'Rows inserted since the server started, by user tables';
COMMENT ON COLUMN innodb_status.rows_updated IS 'Rows updated since the server started';
COMMENT ON COLUMN innodb_status.rows_deleted IS 'Rows deleted since the server started';
COMMENT ON COLUMN innodb_status.rows_read IS 'Rows read since the server started';
COMMENT ON COLUMN innodb_status.rows_inserted_per_s IS 'Rows inserted a second';
COMMENT ON COLUMN innodb_status.rows_updated_per_s IS 'Rows updated a second';
COMMENT ON COLUMN innodb_status.rows_deleted_per_s IS 'Rows deleted a second';
COMMENT ON COLUMN innodb_status.rows_read_per_s IS 'Rows read a second';
