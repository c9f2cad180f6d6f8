CREATE TABLE IF NOT EXISTS sysbench_execution (
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    execution_no INTEGER,
    version VARCHAR,
    threads INTEGER,
    workload VARCHAR,
    target_tps INTEGER,
    report_interval_s INTEGER,
    warmup_s INTEGER,
    outcome VARCHAR,
    read_queries BIGINT,
    write_queries BIGINT,
    other_queries BIGINT,
    total_queries BIGINT,
    transactions BIGINT,
    tps DOUBLE,
    qps DOUBLE,
    ignored_errors BIGINT,
    reconnects BIGINT,
    total_time_s DOUBLE,
    window_s DOUBLE,
    events BIGINT,
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
    step VARCHAR,
    tables INTEGER,
    table_size BIGINT,
    time_limit_s INTEGER,
    command VARCHAR,
    unfinished_transactions BIGINT,
    void_reason VARCHAR
);

COMMENT ON TABLE sysbench_execution IS 'One start of sysbench inside a log: its header, its outcome and the figures of its final report';
COMMENT ON COLUMN sysbench_execution.file IS 'Log file the row was read from, as its path below `data/`';
COMMENT ON COLUMN sysbench_execution.line IS 'Line of that file, counted from 1';
COMMENT ON COLUMN sysbench_execution.execution_no IS 'Which start of the load generator in this file, counted from 1';
COMMENT ON COLUMN sysbench_execution.version IS 'Version that the header names';
COMMENT ON COLUMN sysbench_execution.threads IS 'Worker threads that the header or the command line names';
COMMENT ON COLUMN sysbench_execution.workload IS 'Workload name; sysbench never prints it, so it is known only from an echoed command line';
COMMENT ON COLUMN sysbench_execution.target_tps IS 'Target rate in transactions a second (`--rate`); NULL where none was set';
COMMENT ON COLUMN sysbench_execution.report_interval_s IS 'Seconds between interval lines (`--report-interval`)';
COMMENT ON COLUMN sysbench_execution.warmup_s IS 'Warm-up in seconds (`--warmup-time`)';
COMMENT ON COLUMN sysbench_execution.outcome IS '`completed` (a final report is there), `failed` (a fatal error), `forced` (stopped at the time limit) or `no_summary` (the output ends without a report, as after an interrupt); NULL for a `step` that prints no report';
COMMENT ON COLUMN sysbench_execution.read_queries IS 'Read queries of the final report';
COMMENT ON COLUMN sysbench_execution.write_queries IS 'Write queries of the final report';
COMMENT ON COLUMN sysbench_execution.other_queries IS 'Other queries (BEGIN, COMMIT, …) of the final report';
COMMENT ON COLUMN sysbench_execution.total_queries IS 'All queries of the final report';
COMMENT ON COLUMN sysbench_execution.transactions IS 'Transactions of the final report';
COMMENT ON COLUMN sysbench_execution.tps IS 'Transactions a second that the final report prints';
COMMENT ON COLUMN sysbench_execution.qps IS 'Queries a second that the final report prints';
COMMENT ON COLUMN sysbench_execution.ignored_errors IS 'Errors that sysbench was told to ignore';
COMMENT ON COLUMN sysbench_execution.reconnects IS 'Reconnects';
COMMENT ON COLUMN sysbench_execution.total_time_s IS 'Seconds from start to end; after a checkpoint this is longer than the measured window';
COMMENT ON COLUMN sysbench_execution.window_s IS 'Seconds that the printed counts cover: count ÷ rate';
COMMENT ON COLUMN sysbench_execution.events IS 'Events (transactions of the workload script)';
COMMENT ON COLUMN sysbench_execution.latency_min_ms IS 'Shortest event latency in milliseconds';
COMMENT ON COLUMN sysbench_execution.latency_avg_ms IS 'Mean event latency in milliseconds';
COMMENT ON COLUMN sysbench_execution.latency_max_ms IS 'Longest event latency in milliseconds';
COMMENT ON COLUMN sysbench_execution.latency_percentile IS 'Which percentile `latency_percentile_ms` is; sysbench can be told another one';
COMMENT ON COLUMN sysbench_execution.latency_percentile_ms IS 'Latency at that percentile in milliseconds';
COMMENT ON COLUMN sysbench_execution.latency_sum_ms IS 'Sum of all event latencies in milliseconds';
COMMENT ON COLUMN sysbench_execution.events_per_thread_avg IS 'Mean of events a thread';
COMMENT ON COLUMN sysbench_execution.events_per_thread_stddev IS 'Standard deviation of events a thread';
COMMENT ON COLUMN sysbench_execution.execution_time_avg_s IS 'Mean execution time a thread in seconds';
COMMENT ON COLUMN sysbench_execution.execution_time_stddev_s IS 'Standard deviation of execution time a thread in seconds';
COMMENT ON COLUMN sysbench_execution.step IS 'What sysbench was told to do (`run`, `prepare`, `cleanup`, …), from the command line or from what it printed';
COMMENT ON COLUMN sysbench_execution.tables IS 'Number of tables, from the command line or counted as they were filled; NULL where neither is in the log';
COMMENT ON COLUMN sysbench_execution.table_size IS 'Rows a table, from the command line or as they were filled; NULL where neither is in the log';
COMMENT ON COLUMN sysbench_execution.time_limit_s IS 'Time limit in seconds (`--time`); NULL where no command line is in the log';
COMMENT ON COLUMN sysbench_execution.command IS 'The command line as echoed, from `sysbench` on, with passwords replaced by `***`';
COMMENT ON COLUMN sysbench_execution.unfinished_transactions IS 'Transactions still running when sysbench stopped by force at its time limit; NULL where it did not';
COMMENT ON COLUMN sysbench_execution.void_reason IS 'What is the matter with the final report, in the codes of `sysbench_report.void_reason`';
