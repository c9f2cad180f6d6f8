CREATE TABLE IF NOT EXISTS temp_file_sample (
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    sample_no INTEGER,
    taken_at VARCHAR,
    monotonic_s DOUBLE,
    command VARCHAR,
    pid INTEGER,
    tid INTEGER,
    user VARCHAR,
    fd INTEGER,
    fd_mode VARCHAR,
    type VARCHAR,
    device VARCHAR,
    size_bytes BIGINT,
    offset_bytes BIGINT,
    allocated_bytes BIGINT,
    inode BIGINT,
    path VARCHAR,
    deleted BOOLEAN
);

COMMENT ON TABLE temp_file_sample IS 'One open file of the server at the moment of a listing (`lsof`, `/proc/PID/fd`, `stat`, or the lab''s own samples)';
COMMENT ON COLUMN temp_file_sample.file IS 'Log file the row was read from, as its path below `data/`';
COMMENT ON COLUMN temp_file_sample.line IS 'Line of that file, counted from 1';
COMMENT ON COLUMN temp_file_sample.sample_no IS 'Which listing of the file, counted from 1';
COMMENT ON COLUMN temp_file_sample.taken_at IS 'Time of the listing as printed, where there is one';
COMMENT ON COLUMN temp_file_sample.monotonic_s IS 'Seconds on the monotonic clock of the machine, as the lab notes them; differences are durations';
COMMENT ON COLUMN temp_file_sample.command IS 'Program';
COMMENT ON COLUMN temp_file_sample.pid IS 'Process number';
COMMENT ON COLUMN temp_file_sample.tid IS 'Thread number, where the listing has one row a thread: the rows of one file repeat';
COMMENT ON COLUMN temp_file_sample.user IS 'User';
COMMENT ON COLUMN temp_file_sample.fd IS 'File descriptor; NULL for entries that are none (`cwd`, `mem`)';
COMMENT ON COLUMN temp_file_sample.fd_mode IS 'Letters after the descriptor (`u`: read and write), or the entry itself (`cwd`)';
COMMENT ON COLUMN temp_file_sample.type IS 'Kind of file (`REG`, `DIR`, …)';
COMMENT ON COLUMN temp_file_sample.device IS 'Device numbers';
COMMENT ON COLUMN temp_file_sample.size_bytes IS 'Size of the file in bytes; NULL where the listing has none, as that of `/proc/PID/fd`, or an offset';
COMMENT ON COLUMN temp_file_sample.offset_bytes IS 'Place in the file in bytes, where `lsof` printed it instead of the size';
COMMENT ON COLUMN temp_file_sample.allocated_bytes IS 'Bytes that the file takes on the disk, from the blocks of `stat`';
COMMENT ON COLUMN temp_file_sample.inode IS 'Inode';
COMMENT ON COLUMN temp_file_sample.path IS 'Path of the file; for `stat -L` the entry below `/proc`';
COMMENT ON COLUMN temp_file_sample.deleted IS 'Whether the file has no name any more, as sort files have not';
