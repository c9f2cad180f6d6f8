-- An execution is its command line, its header, how it ended, and the figures of its final report: the last report
-- that is no checkpoint. A log may begin or end anywhere, so each of these can be missing: if it is the start, the row
-- stands at the first line that there is. Words of the command line are its arguments only when quoted values, which may
-- hold spaces, are gone. What goes wrong below the final report did not fail the run that it is of.
--
-- Several commands may be listed above one output, as people write down what they did: prepare, run, cleanup. The last
-- one opened the execution, but the output is that of the nearest command of the list that does what was done: the two
-- change places. A run that no such command explains has none, nor has the first of several outputs below several runs.
WITH masked AS (
    SELECT
        file_no,
        execution_no,
        line,
        len(string_split(command, chr(10))) AS command_lines,
        regexp_replace(
            regexp_replace(trim(regexp_replace(command, '\\?\s+|\\$', ' ', 'g')), ' +', ' ', 'g'),
            '(?i)([^ =]*(?:password|passwd|pwd)[^ =]*=)(?:"[^"]*"|''[^'']*''|[^ ]+)', '\1***', 'g'
        ) AS command,
    FROM fold_execution
    WHERE command IS NOT NULL
),
worded AS (
    SELECT
        *,
        list_filter(
            string_split(regexp_replace(command, '(=)(?:"[^"]*"|''[^'']*'')', '\1', 'g'), ' ')[2:],
            lambda word: regexp_matches(word, '^["'']?[\w.~/]') AND NOT regexp_matches(word, '(?:^|/)sysbench$|\$')
        ) AS words,
        list_filter(words, lambda word: word IN ('run', 'prepare', 'cleanup', 'prewarm', 'warmup', 'check', 'help'))[1]
            AS step,
        coalesce(
            nullif(regexp_extract(command, '--test=(\S+)', 1), ''),
            nullif(regexp_extract(command, '^([^\s=]+\.lua)(?: |$)', 1), ''),
            words[1]
        ) AS script,
    FROM masked
),
told AS (
    SELECT
        file_no,
        execution_no,
        line,
        command_lines,
        command,
        step,
        CASE WHEN script IS DISTINCT FROM step
            THEN regexp_replace(regexp_replace(script, '["'']|^.*/', '', 'g'), '\.lua$', '') END AS workload,
        TRY_CAST(regexp_extract(command, ' --(?:num[-_])?threads=(\d+)', 1) AS INTEGER) AS threads,
        TRY_CAST(regexp_extract(command, ' --(?:oltp[-_])?(?:tables|tables[-_]count|num[-_]tables)=(\d+)', 1) AS INTEGER)
            AS tables,
        TRY_CAST(regexp_extract(command, ' --(?:oltp[-_])?table[-_]size=(\d+)', 1) AS BIGINT) AS table_size,
        TRY_CAST(regexp_extract(command, ' --(?:max[-_])?time=(\d+)', 1) AS INTEGER) AS time_limit_s,
        TRY_CAST(regexp_extract(command, ' --(?:tx[-_])?rate=(\d+)', 1) AS INTEGER) AS target_tps,
        TRY_CAST(regexp_extract(command, ' --report[-_]interval=(\d+)', 1) AS INTEGER) AS report_interval_s,
    FROM worded
),
final AS (
    SELECT *
    FROM (
        FROM fold_report
        UNION ALL BY NAME
        SELECT file_no, execution_no, line, 'final' AS kind, tps, qps, elapsed_s::DOUBLE AS total_time_s,
            nullif(latency_ms, 0) AS latency_percentile_ms,
            CASE WHEN latency_ms >= 100000 THEN 'latency_capped' WHEN latency_ms > 0 THEN NULL
                WHEN tps > 0 THEN 'percentile_off' ELSE 'no_events' END AS void_reason,
        FROM fold_json_interval
        WHERE cumulative AND opened_after IS DISTINCT FROM 'json_checkpoint'
    )
    WHERE kind = 'final'
    QUALIFY row_number() OVER (PARTITION BY file_no, execution_no ORDER BY line DESC) = 1
),
printed AS (
    SELECT file_no, execution_no
    FROM placed
    JOIN told USING (file_no, execution_no)
    GROUP BY file_no, execution_no
    HAVING count(*) > any_value(command_lines)
),
outputs AS (
    SELECT
        file_no,
        execution_no,
        told.step,
        CASE WHEN final.line IS NOT NULL THEN 'run' ELSE execution.step END AS done,
        lead(execution.line) OVER below IS NOT NULL AND lead(told.line) OVER below IS NULL AS is_one_of_several,
        max(CASE WHEN printed.file_no IS NULL AND told.step = 'run' THEN execution_no END) OVER above AS run_above,
        max(CASE WHEN printed.file_no IS NULL AND told.step = 'prepare' THEN execution_no END) OVER above
            AS prepare_above,
        max(CASE WHEN printed.file_no IS NULL AND told.step = 'cleanup' THEN execution_no END) OVER above
            AS cleanup_above,
        coalesce(
            max(CASE WHEN told.file_no IS NULL OR printed.file_no IS NOT NULL THEN execution_no END) OVER above, 0
        ) AS output_above,
    FROM (FROM fold_execution SEMI JOIN told USING (file_no)) AS execution
    LEFT JOIN told USING (file_no, execution_no)
    LEFT JOIN printed USING (file_no, execution_no)
    LEFT JOIN final USING (file_no, execution_no)
    WINDOW
        below AS (PARTITION BY file_no ORDER BY execution_no),
        above AS (PARTITION BY file_no ORDER BY execution_no ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
),
mistold AS (
    SELECT file_no, execution_no, CASE WHEN done <> step AND above > output_above THEN above END AS taken_no
    FROM (
        SELECT *, CASE done WHEN 'run' THEN run_above WHEN 'prepare' THEN prepare_above ELSE cleanup_above END AS above
        FROM outputs
    )
    WHERE done <> step AND (done = 'run' OR above > output_above)
        OR done = 'run' AND step = 'run' AND is_one_of_several AND above > output_above
),
command AS (
    SELECT told.* REPLACE (coalesce(taken.execution_no, given.taken_no, told.execution_no) AS execution_no)
    FROM told
    LEFT JOIN mistold AS given USING (file_no, execution_no)
    LEFT JOIN mistold AS taken ON taken.file_no = told.file_no AND taken.taken_no = told.execution_no
    WHERE given.file_no IS NULL OR given.taken_no IS NOT NULL
),
begun AS (
    FROM fold_execution
    UNION ALL BY NAME
    SELECT file_no, execution_no, min(line) AS line
    FROM placed
    ANTI JOIN fold_execution USING (file_no, execution_no)
    GROUP BY file_no, execution_no
),
ended AS (
    SELECT
        file_no,
        execution_no,
        bool_or(severity = 'FATAL' AND (final.line IS NULL OR fold_message.line < final.line)) AS fatal,
        bool_or(message LIKE '%forcing shutdown%') AS forced,
    FROM fold_message
    LEFT JOIN final USING (file_no, execution_no)
    GROUP BY file_no, execution_no
)
SELECT
    file_no,
    coalesce(command.line, execution.line) AS line,
    execution.execution_no,
    execution.version,
    coalesce(execution.threads, command.threads) AS threads,
    command.workload,
    coalesce(execution.target_tps, nullif(command.target_tps, 0)) AS target_tps,
    coalesce(execution.report_interval_s, nullif(command.report_interval_s, 0)) AS report_interval_s,
    execution.warmup_s,
    CASE
        WHEN ended.forced THEN 'forced'
        WHEN ended.fatal THEN 'failed'
        WHEN final.line IS NOT NULL THEN 'completed'
        WHEN coalesce(command.step, execution.step, 'run') = 'run' THEN 'no_summary'
    END AS outcome,
    final.read_queries,
    final.write_queries,
    final.other_queries,
    final.total_queries,
    final.transactions,
    final.tps,
    final.qps,
    final.ignored_errors,
    final.reconnects,
    final.total_time_s,
    final.window_s,
    final.events,
    final.latency_min_ms,
    final.latency_avg_ms,
    final.latency_max_ms,
    final.latency_percentile,
    final.latency_percentile_ms,
    final.latency_sum_ms,
    final.events_per_thread_avg,
    final.events_per_thread_stddev,
    final.execution_time_avg_s,
    final.execution_time_stddev_s,
    coalesce(command.step, execution.step) AS step,
    coalesce(command.tables, execution.tables) AS tables,
    coalesce(command.table_size, execution.table_size) AS table_size,
    nullif(command.time_limit_s, 0) AS time_limit_s,
    command.command,
    execution.unfinished_transactions,
    final.void_reason,
FROM begun AS execution
LEFT JOIN command USING (file_no, execution_no)
LEFT JOIN final USING (file_no, execution_no)
LEFT JOIN ended USING (file_no, execution_no);
