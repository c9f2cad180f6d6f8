CREATE TABLE IF NOT EXISTS sort_merge_io (
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    source VARCHAR,
    thread INTEGER,
    printed_at TIME,
    operation VARCHAR,
    fd INTEGER,
    block_no BIGINT,
    offset_bytes BIGINT,
    second_block_no BIGINT,
    target_fd INTEGER,
    target_block_no BIGINT,
    requested_bytes BIGINT,
    bytes BIGINT,
    duration_s DOUBLE,
    path VARCHAR,
    deleted BOOLEAN,
    error VARCHAR,
    pointer VARCHAR,
    source_line INTEGER
);

COMMENT ON TABLE sort_merge_io IS 'One event of the InnoDB merge sort, as a debug build traces it (`ib_merge_sort`) or as the system calls show it (`strace`)';
COMMENT ON COLUMN sort_merge_io.file IS 'Log file the row was read from, as its path below `data/`';
COMMENT ON COLUMN sort_merge_io.line IS 'Line of that file, counted from 1';
COMMENT ON COLUMN sort_merge_io.source IS '`trace` (debug build from 5.7 on), `stderr` (debug build of 5.6) or `syscall`';
COMMENT ON COLUMN sort_merge_io.thread IS 'Thread number of the trace (`T@n`), or thread id of the system call; NULL where it is not printed';
COMMENT ON COLUMN sort_merge_io.printed_at IS 'Time of day on the server''s clock; NULL where it is not printed';
COMMENT ON COLUMN sort_merge_io.operation IS '`block_end` (a sort buffer is full: its block number), `write` or `read` (of a block, at its offset), `read_end` (a list was read to its end), `write_end` (the end of a list was written), `merge` (two lists into one) or `copy` (a list that has no partner); NULL where a trace without its functions leaves open whether a block was written or read';
COMMENT ON COLUMN sort_merge_io.fd IS 'File descriptor of the temporary file';
COMMENT ON COLUMN sort_merge_io.block_no IS 'Number of the block within the file, from 0; for `merge` where the first list begins';
COMMENT ON COLUMN sort_merge_io.offset_bytes IS 'Offset in the file in bytes; NULL for 5.6, which prints `block_no` in its place, and for system calls without an offset';
COMMENT ON COLUMN sort_merge_io.second_block_no IS 'For `merge`: the block where the second list begins';
COMMENT ON COLUMN sort_merge_io.target_fd IS 'For `merge` and `copy`: file descriptor of the file that is written';
COMMENT ON COLUMN sort_merge_io.target_block_no IS 'For `merge` and `copy`: block where the merged list begins';
COMMENT ON COLUMN sort_merge_io.requested_bytes IS 'For system calls: bytes asked for';
COMMENT ON COLUMN sort_merge_io.bytes IS 'For system calls: bytes written or read; NULL where the call failed or did not return';
COMMENT ON COLUMN sort_merge_io.duration_s IS 'For system calls: seconds inside the call';
COMMENT ON COLUMN sort_merge_io.path IS 'For system calls: path of the file; the calls for other files of the server stand here too';
COMMENT ON COLUMN sort_merge_io.deleted IS 'For system calls: whether the file has no name any more, as sort files have not';
COMMENT ON COLUMN sort_merge_io.error IS 'For system calls: name of the error, as `ENOSPC`';
COMMENT ON COLUMN sort_merge_io.pointer IS 'Address that the trace prints';
COMMENT ON COLUMN sort_merge_io.source_line IS 'Line of the server source (`row0merge.cc`) that printed it';
