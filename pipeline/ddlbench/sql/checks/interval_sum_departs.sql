-- The intervals do not sum up to the transactions of the final report
-- hint: lines are missing from the log, or a figure was changed
-- severity: by evidence
WITH timed AS (
    SELECT
        *,
        elapsed_s - coalesce(lag(elapsed_s) OVER (PARTITION BY file, execution_no ORDER BY line), 0) AS length_s,
    FROM sysbench_interval
    ANTI JOIN (SELECT file, execution_no FROM sysbench_report WHERE kind = 'checkpoint') AS checkpoint USING (file, execution_no)
),
summed AS (
    SELECT
        file,
        execution_no,
        sum(coalesce(tps, events_per_s) * length_s) AS interval_transactions,
        max(elapsed_s) AS covered_s,
        max(coalesce(tps, events_per_s)) AS best_tps,
    FROM timed
    GROUP BY file, execution_no
    HAVING bool_and(coalesce(tps, events_per_s) IS NOT NULL)
)
SELECT
    file,
    line,
    interval_transactions::DECIMAL(18, 0) AS interval_transactions,
    coalesce(transactions, events) AS transactions,
FROM sysbench_execution
JOIN summed USING (file, execution_no)
CROSS JOIN constant
WHERE outcome = 'completed'
    AND coalesce(warmup_s, 0) = 0
    AND (
        -- What follows the last line is in the final report alone; a load with a target rate catches up there on what
        -- it was held up from.
        interval_transactions > (1 + interval_tolerance_pct / 100) * coalesce(transactions, events) + best_tps
        OR greatest(interval_transactions, coalesce(target_tps, 0) * covered_s)
            + (1 + greatest(0, total_time_s - covered_s)) * best_tps
            < (1 - interval_tolerance_pct / 100) * coalesce(transactions, events)
    );
