CREATE TABLE IF NOT EXISTS sysbench_histogram (
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    execution_no INTEGER,
    histogram_no INTEGER,
    value_ms DOUBLE,
    count BIGINT
);

COMMENT ON TABLE sysbench_histogram IS 'One bar of a latency histogram of sysbench';
COMMENT ON COLUMN sysbench_histogram.file IS 'Log file the row was read from, as its path below `data/`';
COMMENT ON COLUMN sysbench_histogram.line IS 'Line of that file, counted from 1';
COMMENT ON COLUMN sysbench_histogram.execution_no IS 'Which start of the load generator in this file, counted from 1';
COMMENT ON COLUMN sysbench_histogram.histogram_no IS 'Which histogram of the file, counted from 1; each covers the time since the last checkpoint';
COMMENT ON COLUMN sysbench_histogram.value_ms IS 'Latency of the bar in milliseconds';
COMMENT ON COLUMN sysbench_histogram.count IS 'Events counted';
