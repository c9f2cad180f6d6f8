CREATE TABLE IF NOT EXISTS sysbench_queue (
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    execution_no INTEGER,
    elapsed_s INTEGER,
    queue_length BIGINT,
    concurrency INTEGER
);

COMMENT ON TABLE sysbench_queue IS 'Length of the event queue under `--rate`, one row an interval';
COMMENT ON COLUMN sysbench_queue.file IS 'Log file the row was read from, as its path below `data/`';
COMMENT ON COLUMN sysbench_queue.line IS 'Line of that file, counted from 1';
COMMENT ON COLUMN sysbench_queue.execution_no IS 'Which start of the load generator in this file, counted from 1';
COMMENT ON COLUMN sysbench_queue.elapsed_s IS 'Seconds since the start';
COMMENT ON COLUMN sysbench_queue.queue_length IS 'Events waiting for a thread';
COMMENT ON COLUMN sysbench_queue.concurrency IS 'Events being worked on';
