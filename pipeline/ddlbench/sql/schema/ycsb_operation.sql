CREATE TABLE IF NOT EXISTS ycsb_operation (
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    execution_no INTEGER,
    report_kind VARCHAR,
    cumulative BOOLEAN,
    operation VARCHAR,
    is_error BOOLEAN,
    started_at_us BIGINT,
    takes_s DOUBLE,
    count BIGINT,
    ops_per_s DOUBLE,
    avg_us DOUBLE,
    min_us DOUBLE,
    max_us DOUBLE,
    p50_us DOUBLE,
    p90_us DOUBLE,
    p95_us DOUBLE,
    p99_us DOUBLE,
    p999_us DOUBLE,
    p9999_us DOUBLE
);

COMMENT ON TABLE ycsb_operation IS 'One kind of operation in one report of go-ycsb; the duration of a run; or one single operation';
COMMENT ON COLUMN ycsb_operation.file IS 'Log file the row was read from, as its path below `data/`';
COMMENT ON COLUMN ycsb_operation.line IS 'Line of that file, counted from 1; JSON reports put many rows on one line';
COMMENT ON COLUMN ycsb_operation.execution_no IS 'Which start of the load generator in this file, counted from 1';
COMMENT ON COLUMN ycsb_operation.report_kind IS '`interval` (periodic report), `summary` (after the end), `run` (the whole run: only `takes_s`) or `single` (one operation of the CSV output)';
COMMENT ON COLUMN ycsb_operation.cumulative IS 'Whether the figures cover all time since the start: those of go-ycsb do, also in its periodic reports; false for single operations';
COMMENT ON COLUMN ycsb_operation.operation IS 'Operation (`READ`, `UPDATE`, …); `TOTAL` is all of them; NULL for the run';
COMMENT ON COLUMN ycsb_operation.is_error IS 'Whether these are the operations that failed (`_ERROR`)';
COMMENT ON COLUMN ycsb_operation.started_at_us IS 'Start of a single operation in microseconds since 1970-01-01 UTC';
COMMENT ON COLUMN ycsb_operation.takes_s IS 'Seconds since the first operation of this kind; for the run its duration';
COMMENT ON COLUMN ycsb_operation.count IS 'Operations';
COMMENT ON COLUMN ycsb_operation.ops_per_s IS 'Operations a second: `count` by `takes_s`';
COMMENT ON COLUMN ycsb_operation.avg_us IS 'Mean latency in microseconds';
COMMENT ON COLUMN ycsb_operation.min_us IS 'Smallest latency in microseconds';
COMMENT ON COLUMN ycsb_operation.max_us IS 'Largest latency in microseconds';
COMMENT ON COLUMN ycsb_operation.p50_us IS 'Median latency in microseconds; NULL in builds before 2023';
COMMENT ON COLUMN ycsb_operation.p90_us IS '90th percentile of the latency in microseconds; NULL in builds before 2023';
COMMENT ON COLUMN ycsb_operation.p95_us IS '95th percentile of the latency in microseconds; NULL in builds from 2019-09 to 2023';
COMMENT ON COLUMN ycsb_operation.p99_us IS '99th percentile of the latency in microseconds; whole milliseconds in builds before 2023';
COMMENT ON COLUMN ycsb_operation.p999_us IS '99.9th percentile of the latency in microseconds; NULL in builds before 2019-09';
COMMENT ON COLUMN ycsb_operation.p9999_us IS '99.99th percentile of the latency in microseconds; NULL in builds before 2019-09';
