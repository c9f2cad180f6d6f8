CREATE TABLE IF NOT EXISTS sysbench_interval (
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    execution_no INTEGER,
    elapsed_s INTEGER,
    threads INTEGER,
    tps DOUBLE,
    qps DOUBLE,
    read_qps DOUBLE,
    write_qps DOUBLE,
    other_qps DOUBLE,
    events_per_s DOUBLE,
    latency_percentile INTEGER,
    latency_ms DOUBLE,
    errors_per_s DOUBLE,
    reconnects_per_s DOUBLE,
    void_reason VARCHAR
);

COMMENT ON TABLE sysbench_interval IS 'One periodic report line of sysbench';
COMMENT ON COLUMN sysbench_interval.file IS 'Log file the row was read from, as its path below `data/`';
COMMENT ON COLUMN sysbench_interval.line IS 'Line of that file, counted from 1';
COMMENT ON COLUMN sysbench_interval.execution_no IS 'Which start of the load generator in this file, counted from 1';
COMMENT ON COLUMN sysbench_interval.elapsed_s IS 'Seconds since the start, rounded as sysbench prints them; a second can repeat or be missing';
COMMENT ON COLUMN sysbench_interval.threads IS 'Threads still running';
COMMENT ON COLUMN sysbench_interval.tps IS 'Transactions a second';
COMMENT ON COLUMN sysbench_interval.qps IS 'Queries a second; NULL for sysbench 0.4 and 0.5, which do not count other queries here';
COMMENT ON COLUMN sysbench_interval.read_qps IS 'Read queries a second';
COMMENT ON COLUMN sysbench_interval.write_qps IS 'Write queries a second';
COMMENT ON COLUMN sysbench_interval.other_qps IS 'Other queries a second';
COMMENT ON COLUMN sysbench_interval.events_per_s IS 'Events a second, as tests without a database print them';
COMMENT ON COLUMN sysbench_interval.latency_percentile IS 'Which percentile `latency_ms` is; NULL in CSV and JSON reports, which do not say';
COMMENT ON COLUMN sysbench_interval.latency_ms IS 'Latency at that percentile in milliseconds; NULL where none was measured';
COMMENT ON COLUMN sysbench_interval.errors_per_s IS 'Ignored errors a second';
COMMENT ON COLUMN sysbench_interval.reconnects_per_s IS 'Reconnects a second; NULL for go-sysbench, which does not count them';
COMMENT ON COLUMN sysbench_interval.void_reason IS 'What is the matter with this line. Figures are NULL: `after_checkpoint` (the whole line covers part of an interval), `no_events` (a latency of 0.00 with no transaction is missing, not fast), `percentile_off` (sysbench kept no histogram, so it prints 0.00), `out_of_range` (a rate no machine reaches: a counter ran backwards). Kept, but too low: `latency_capped` (the histogram of sysbench 1 ends at 100000 ms, so the latency is this or more)';
