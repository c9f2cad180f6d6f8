-- How much stands behind the report of each experiment, one row an experiment: runs that count, trials, and the bounds of what they have in common.
-- run_count: Runs that are not withdrawn
-- trial_count: Trials, control trials included
-- control_count: Control trials
-- failed_count: Trials that did not complete
-- n: Completed repeats of a setting, as a range where settings differ
-- rows_least: Least number of rows of the table under load
-- rows_most: Greatest number of rows of the table under load
-- buffer_least_mib: Least buffer pool, in MiB
-- buffer_most_mib: Greatest buffer pool, in MiB
-- shortest_s: Shortest completed DDL, in seconds
-- longest_s: Longest completed DDL, in seconds
-- short_window_count: Trials with a DDL window that touches fewer than three intervals of the load
-- window_count: Trials with a DDL window and a load
WITH tried AS (
    SELECT
        run.experiment,
        trial.owner_id AS run_id,
        trial.trial_id,
        coalesce(trial.control, false) AS control,
        trial.outcome,
        measured_impact.window_interval_count,
        ddl_window.duration_s,
    FROM trial
    JOIN run ON run.run_id = trial.owner_id
    LEFT JOIN (SELECT trial_id, window_interval_count FROM measured_impact) AS measured_impact USING (trial_id)
    LEFT JOIN (SELECT trial_id, duration_s FROM ddl_window) AS ddl_window USING (trial_id)
    WHERE trial.owner_kind = 'run' AND run.withdrawn IS NULL AND run.experiment IS NOT NULL
),
repeated AS (
    SELECT experiment, if(min(n) = max(n), min(n)::VARCHAR, min(n) || '–' || max(n)) AS n,
    FROM experiment_setting
    WHERE n > 0
    GROUP BY experiment
),
sized AS (
    SELECT
        experiment,
        count(*)::INTEGER AS run_count,
        min(buffer_mib)::DECIMAL(12, 1) AS buffer_least_mib,
        max(buffer_mib)::DECIMAL(12, 1) AS buffer_most_mib,
    FROM run
    WHERE withdrawn IS NULL AND experiment IS NOT NULL
    GROUP BY experiment
),
rows_of AS (
    SELECT run.experiment, min(value_number)::BIGINT AS rows_least, max(value_number)::BIGINT AS rows_most,
    FROM setting_factor
    JOIN run USING (run_id)
    WHERE factor = 'table_rows' AND run.withdrawn IS NULL AND run.experiment IS NOT NULL
    GROUP BY run.experiment
)
SELECT
    experiment,
    any_value(sized.run_count) AS run_count,
    count(*)::INTEGER AS trial_count,
    count(*) FILTER (control)::INTEGER AS control_count,
    count(*) FILTER (outcome <> 'completed')::INTEGER AS failed_count,
    any_value(repeated.n) AS n,
    any_value(rows_least) AS rows_least,
    any_value(rows_most) AS rows_most,
    any_value(buffer_least_mib) AS buffer_least_mib,
    any_value(buffer_most_mib) AS buffer_most_mib,
    min(duration_s) FILTER (NOT control AND outcome = 'completed')::DECIMAL(12, 2) AS shortest_s,
    max(duration_s) FILTER (NOT control AND outcome = 'completed')::DECIMAL(12, 2) AS longest_s,
    count(*) FILTER (NOT control AND window_interval_count < 3)::INTEGER AS short_window_count,
    count(*) FILTER (NOT control AND window_interval_count IS NOT NULL)::INTEGER AS window_count,
FROM tried
JOIN sized USING (experiment)
LEFT JOIN repeated USING (experiment)
LEFT JOIN rows_of USING (experiment)
GROUP BY experiment;
