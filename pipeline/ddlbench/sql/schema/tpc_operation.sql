CREATE TABLE IF NOT EXISTS tpc_operation (
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    execution_no INTEGER,
    report_kind VARCHAR,
    cumulative BOOLEAN,
    reported_at TIMESTAMP,
    operation VARCHAR,
    is_error BOOLEAN,
    takes_s DOUBLE,
    count BIGINT,
    tpm DOUBLE,
    sum_ms DOUBLE,
    avg_ms DOUBLE,
    p50_ms DOUBLE,
    p90_ms DOUBLE,
    p95_ms DOUBLE,
    p99_ms DOUBLE,
    p999_ms DOUBLE,
    max_ms DOUBLE,
    void_reason VARCHAR
);

COMMENT ON TABLE tpc_operation IS 'One kind of transaction or query in one report of go-tpc';
COMMENT ON COLUMN tpc_operation.file IS 'Log file the row was read from, as its path below `data/`';
COMMENT ON COLUMN tpc_operation.line IS 'Line of that file, counted from 1; JSON reports put many rows on one line';
COMMENT ON COLUMN tpc_operation.execution_no IS 'Which start of the load generator in this file, counted from 1';
COMMENT ON COLUMN tpc_operation.report_kind IS '`interval` (periodic report) or `summary` (after the end)';
COMMENT ON COLUMN tpc_operation.cumulative IS 'Whether the figures cover all time since the start; NULL for the oldest builds, whose lines do not say';
COMMENT ON COLUMN tpc_operation.reported_at IS 'Time of the report on the client''s clock, without time zone, where the build prints one';
COMMENT ON COLUMN tpc_operation.operation IS 'Transaction (`NEW_ORDER`, …), query (`Q1`, …) or wait (`KEYINGTIME-NEW_ORDER`, …)';
COMMENT ON COLUMN tpc_operation.is_error IS 'Whether these are the executions that failed (`_ERR`)';
COMMENT ON COLUMN tpc_operation.takes_s IS 'Seconds since this kind first occurred in the interval, not since the interval began';
COMMENT ON COLUMN tpc_operation.count IS 'Executions';
COMMENT ON COLUMN tpc_operation.tpm IS 'Executions a minute: `count` by `takes_s`; the oldest builds print executions a second, here times 60';
COMMENT ON COLUMN tpc_operation.sum_ms IS 'Sum of the latencies in milliseconds';
COMMENT ON COLUMN tpc_operation.avg_ms IS 'Mean latency in milliseconds';
COMMENT ON COLUMN tpc_operation.p50_ms IS 'Median latency in milliseconds; one significant digit, at least 1 ms and at most 16 s unless the run changed it: stalls are cut off';
COMMENT ON COLUMN tpc_operation.p90_ms IS '90th percentile of the latency in milliseconds, with the limits of the median';
COMMENT ON COLUMN tpc_operation.p95_ms IS '95th percentile of the latency in milliseconds, with the limits of the median';
COMMENT ON COLUMN tpc_operation.p99_ms IS '99th percentile of the latency in milliseconds, with the limits of the median';
COMMENT ON COLUMN tpc_operation.p999_ms IS '99.9th percentile of the latency in milliseconds, with the limits of the median';
COMMENT ON COLUMN tpc_operation.max_ms IS 'Largest latency in milliseconds, with the limits of the median';
COMMENT ON COLUMN tpc_operation.void_reason IS 'Why latencies of this line are NULL: `clipped` (the mean by sum and count is above the printed maximum, so the histogram cut the latencies off)';
