-- The intervals of the measured load of each trial with a clock, in seconds from the start of its DDL. Where a trial has several executions of sysbench, the measured one is that of `sysbench.log` with the most intervals.
-- starts_s: Begin of the interval in seconds from the start of the DDL; negative before it
-- ends_s: End of the interval in seconds from the start of the DDL
-- length_s: Length of the interval in seconds: the time since the line before, so that a missed line lengthens the next
-- inside_s: Seconds of the interval inside the DDL window
-- part: `warm-up`, `baseline`, `ddl` (any of it lies in the DDL window) or `after`
-- tps: Transactions (or events) a second; NULL where `void`
-- void: Whether the figures of the interval are void, as after a checkpoint
-- latency_percentile: Which percentile `latency_ms` is; NULL in CSV and JSON reports, which do not say
WITH execution AS (
    SELECT file.trial_id, sysbench_interval.file, execution_no,
    FROM sysbench_interval
    JOIN file USING (file)
    SEMI JOIN ddl_window USING (trial_id)
    GROUP BY file.trial_id, sysbench_interval.file, execution_no
    QUALIFY row_number() OVER (
        PARTITION BY trial_id ORDER BY sysbench_interval.file NOT LIKE '%/sysbench.log%', count(*) DESC, sysbench_interval.file, execution_no
    ) = 1
),
timed AS (
    SELECT
        execution.trial_id,
        sysbench_interval.*,
        elapsed_s - coalesce(
            lag(elapsed_s) OVER (PARTITION BY file, execution_no ORDER BY sysbench_interval.line),
            elapsed_s - coalesce(report_interval_s, elapsed_s)
        ) AS length_s,
    FROM sysbench_interval
    JOIN execution USING (file, execution_no)
    LEFT JOIN (SELECT file, execution_no, report_interval_s FROM sysbench_execution) USING (file, execution_no)
),
placed AS (
    SELECT
        timed.* EXCLUDE (length_s),
        ddl_window.run_id,
        ddl_window.control,
        ddl_window.duration_s,
        ddl_window.baseline_starts_at_s - ddl_window.ddl_starts_at_s AS baseline_starts_s,
        timed.length_s::DOUBLE AS length_s,
        elapsed_s - timed.length_s - ddl_window.ddl_starts_at_s AS starts_s,
        elapsed_s - ddl_window.ddl_starts_at_s AS ends_s,
        coalesce(void_reason IN ('after_checkpoint', 'out_of_range'), false) AS void,
    FROM timed
    JOIN ddl_window USING (trial_id)
)
SELECT
    trial_id,
    run_id,
    control,
    starts_s,
    ends_s,
    length_s,
    greatest(0, least(ends_s, duration_s) - greatest(starts_s, 0)) AS inside_s,
    CASE
        WHEN ends_s > 0 AND starts_s < duration_s THEN 'ddl'
        WHEN starts_s >= duration_s THEN 'after'
        WHEN starts_s >= baseline_starts_s OR baseline_starts_s IS NULL THEN 'baseline'
        ELSE 'warm-up'
    END AS part,
    CASE WHEN NOT void THEN coalesce(tps, events_per_s) END AS tps,
    CASE WHEN NOT void THEN latency_ms END AS latency_ms,
    latency_percentile,
    errors_per_s,
    void,
    file,
    line,
FROM placed;
