CREATE TABLE IF NOT EXISTS sort_merge_io (
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    thread INTEGER,
    operation VARCHAR,
    fd INTEGER,
    block_no BIGINT,
    offset_bytes BIGINT,
    pointer VARCHAR,
    source_line INTEGER
);

COMMENT ON TABLE sort_merge_io IS 'One event of the InnoDB merge-sort trace (`ib_merge_sort` of a debug build)';
COMMENT ON COLUMN sort_merge_io.file IS 'Log file the row was read from, as its path below `data/`';
COMMENT ON COLUMN sort_merge_io.line IS 'Line of that file, counted from 1';
COMMENT ON COLUMN sort_merge_io.thread IS 'Thread number of the trace (`T@n`)';
COMMENT ON COLUMN sort_merge_io.operation IS '`block_end` (a sort buffer is full: its block number), `write` or `read` (of a block, at its offset)';
COMMENT ON COLUMN sort_merge_io.fd IS 'File descriptor of the temporary file';
COMMENT ON COLUMN sort_merge_io.block_no IS 'Number of the block within the file, from 0';
COMMENT ON COLUMN sort_merge_io.offset_bytes IS 'Offset of the block in the file in bytes';
COMMENT ON COLUMN sort_merge_io.pointer IS 'Address that the trace prints';
COMMENT ON COLUMN sort_merge_io.source_line IS 'Line of the server source (`row0merge.cc`) that printed it';
