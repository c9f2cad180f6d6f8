-- The load of each trial of a run: of the executions of a load generator in its folder, the one with the most interval lines.
-- interval_count: Interval lines of the load
-- ends_at_s: Second of its last interval line, on its own clock
SELECT
    file.owner_id AS run_id,
    file.trial_id,
    file,
    execution_no,
    count(*) AS interval_count,
    max(elapsed_s) AS ends_at_s,
FROM sysbench_interval
JOIN file USING (file)
WHERE file.owner_kind = 'run' AND elapsed_s > 0
GROUP BY file.owner_id, file.trial_id, file, execution_no
QUALIFY row_number() OVER (PARTITION BY file.trial_id ORDER BY interval_count DESC, file, execution_no) = 1;
