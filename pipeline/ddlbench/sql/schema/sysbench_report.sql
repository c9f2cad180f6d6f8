CREATE TABLE IF NOT EXISTS sysbench_report (
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    execution_no INTEGER,
    report_no INTEGER,
    kind VARCHAR,
    window_s DOUBLE,
    read_queries BIGINT,
    write_queries BIGINT,
    other_queries BIGINT,
    total_queries BIGINT,
    transactions BIGINT,
    tps DOUBLE,
    qps DOUBLE,
    ignored_errors BIGINT,
    ignored_errors_per_s DOUBLE,
    reconnects BIGINT,
    reconnects_per_s DOUBLE,
    total_time_s DOUBLE,
    events BIGINT,
    events_per_s DOUBLE,
    latency_min_ms DOUBLE,
    latency_avg_ms DOUBLE,
    latency_max_ms DOUBLE,
    latency_percentile INTEGER,
    latency_percentile_ms DOUBLE,
    latency_sum_ms DOUBLE,
    events_per_thread_avg DOUBLE,
    events_per_thread_stddev DOUBLE,
    execution_time_avg_s DOUBLE,
    execution_time_stddev_s DOUBLE,
    latency_percentiles VARCHAR,
    deadlocks BIGINT,
    deadlocks_per_s DOUBLE,
    read_write_requests BIGINT,
    read_write_requests_per_s DOUBLE,
    other_operations BIGINT,
    other_operations_per_s DOUBLE,
    execution_time_s DOUBLE,
    void_reason VARCHAR
);

COMMENT ON TABLE sysbench_report IS 'One printed statistics block of sysbench; each checkpoint starts the statistics anew';
COMMENT ON COLUMN sysbench_report.file IS 'Log file the row was read from, as its path below `data/`';
COMMENT ON COLUMN sysbench_report.line IS 'Line of that file, counted from 1';
COMMENT ON COLUMN sysbench_report.execution_no IS 'Which start of the load generator in this file, counted from 1';
COMMENT ON COLUMN sysbench_report.report_no IS 'Which report of the execution, counted from 1';
COMMENT ON COLUMN sysbench_report.kind IS '`checkpoint` (covers the time since the one before) or `final`';
COMMENT ON COLUMN sysbench_report.window_s IS 'Seconds that the counts cover: count ÷ rate; NULL for a JSON report, which has no counts';
COMMENT ON COLUMN sysbench_report.read_queries IS 'Read queries';
COMMENT ON COLUMN sysbench_report.write_queries IS 'Write queries';
COMMENT ON COLUMN sysbench_report.other_queries IS 'Other queries (BEGIN, COMMIT, …)';
COMMENT ON COLUMN sysbench_report.total_queries IS 'All queries; sysbench 0.4 and 0.5 print no rate of them, so `qps` is the sum of their two rates';
COMMENT ON COLUMN sysbench_report.transactions IS 'Transactions';
COMMENT ON COLUMN sysbench_report.tps IS 'Transactions a second as printed';
COMMENT ON COLUMN sysbench_report.qps IS 'Queries a second as printed';
COMMENT ON COLUMN sysbench_report.ignored_errors IS 'Errors that sysbench was told to ignore';
COMMENT ON COLUMN sysbench_report.ignored_errors_per_s IS 'Ignored errors a second, as printed';
COMMENT ON COLUMN sysbench_report.reconnects IS 'Reconnects';
COMMENT ON COLUMN sysbench_report.reconnects_per_s IS 'Reconnects a second, as printed';
COMMENT ON COLUMN sysbench_report.total_time_s IS 'Seconds since the start of the execution, also in a checkpoint report';
COMMENT ON COLUMN sysbench_report.events IS 'Events (transactions of the workload script)';
COMMENT ON COLUMN sysbench_report.events_per_s IS 'Events a second, as tests without a database print them';
COMMENT ON COLUMN sysbench_report.latency_min_ms IS 'Shortest event latency in milliseconds; this and the others NULL without any event';
COMMENT ON COLUMN sysbench_report.latency_avg_ms IS 'Mean event latency in milliseconds';
COMMENT ON COLUMN sysbench_report.latency_max_ms IS 'Longest event latency in milliseconds';
COMMENT ON COLUMN sysbench_report.latency_percentile IS 'Which percentile `latency_percentile_ms` is; the first where a build prints several; NULL in CSV and JSON reports, which do not say';
COMMENT ON COLUMN sysbench_report.latency_percentile_ms IS 'Latency at that percentile in milliseconds; NULL when percentiles were off; 100000 means this or more, since the histogram of sysbench 1 ends there';
COMMENT ON COLUMN sysbench_report.latency_sum_ms IS 'Sum of all event latencies in milliseconds';
COMMENT ON COLUMN sysbench_report.events_per_thread_avg IS 'Mean of events a thread';
COMMENT ON COLUMN sysbench_report.events_per_thread_stddev IS 'Standard deviation of events a thread';
COMMENT ON COLUMN sysbench_report.execution_time_avg_s IS 'Mean execution time a thread in seconds';
COMMENT ON COLUMN sysbench_report.execution_time_stddev_s IS 'Standard deviation of execution time a thread in seconds';
COMMENT ON COLUMN sysbench_report.latency_percentiles IS 'All percentiles in milliseconds where a build prints several, such as `95: 9.02, 99: 27.17`; NULL where there is one';
COMMENT ON COLUMN sysbench_report.deadlocks IS 'Transactions repeated after a deadlock (sysbench 0.4 and first builds of 0.5; `ignored_errors` later)';
COMMENT ON COLUMN sysbench_report.deadlocks_per_s IS 'Deadlocks a second, as printed';
COMMENT ON COLUMN sysbench_report.read_write_requests IS 'Read and write queries (sysbench 0.4 and 0.5)';
COMMENT ON COLUMN sysbench_report.read_write_requests_per_s IS 'Read and write queries a second, as printed';
COMMENT ON COLUMN sysbench_report.other_operations IS 'Other queries (sysbench 0.4 and 0.5)';
COMMENT ON COLUMN sysbench_report.other_operations_per_s IS 'Other queries a second, as printed';
COMMENT ON COLUMN sysbench_report.execution_time_s IS 'Sum of all event latencies in seconds as sysbench 0.4 and 0.5 print it; `latency_sum_ms` holds it for all versions';
COMMENT ON COLUMN sysbench_report.void_reason IS 'What is the matter with this report. Figures are NULL: `out_of_range` (a span no clock can have measured: it was set back, or a counter ran backwards; where it is the total time, the rates too), `no_events` (latencies of no event are missing, not short), `percentile_off` (sysbench kept no histogram; a percentile of 0.00 below the minimum shows it, too). Kept, but too low: `latency_capped` (the histogram of sysbench 1 ends at 100000 ms, so the latency at the percentile is this or more)';
