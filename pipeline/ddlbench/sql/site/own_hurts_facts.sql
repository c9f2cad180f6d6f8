-- Figures of the runs of `what-really-hurts` over all trials with a statement, each with the trials that it comes from: statements of the load that failed and were begun again, and when a full online log was noticed.
-- key: fact
WITH felt AS (
    SELECT
        load_interval.trial_id,
        coalesce(sum((errors_per_s * length_s)::DECIMAL(18, 2)) FILTER (part = 'ddl'), 0) AS ddl_errors,
        coalesce(sum((errors_per_s * length_s)::DECIMAL(18, 2)) FILTER (part = 'baseline'), 0) AS baseline_errors,
    FROM load_interval
    JOIN run USING (run_id)
    WHERE run.experiment = 'what-really-hurts' AND run.withdrawn IS NULL AND NOT load_interval.control AND NOT void
    GROUP BY load_interval.trial_id
),
online AS (
    SELECT online_log.*,
    FROM online_log
    JOIN run USING (run_id)
    WHERE run.experiment = 'what-really-hurts' AND run.withdrawn IS NULL
),
killed AS (
    SELECT roll_back.*,
    FROM roll_back
    JOIN run USING (run_id)
    WHERE run.experiment = 'what-really-hurts' AND run.withdrawn IS NULL
),
found AS (
    SELECT 'trial_count' AS fact, count(*)::VARCHAR AS value, list(trial_id) AS trials,
    FROM felt
    UNION ALL
    SELECT 'error_trial_count', count(*)::VARCHAR, list(trial_id),
    FROM felt
    WHERE ddl_errors > 0
    UNION ALL
    SELECT 'error_most', max(ddl_errors)::DECIMAL(12, 0)::VARCHAR, list(trial_id),
    FROM felt
    WHERE ddl_errors = (SELECT max(ddl_errors) FROM felt)
    UNION ALL
    SELECT 'baseline_errors', sum(baseline_errors)::DECIMAL(12, 0)::VARCHAR, list(trial_id),
    FROM felt
    UNION ALL
    SELECT 'predicted_count', count(*)::VARCHAR, list(trial_id),
    FROM online
    UNION ALL
    SELECT 'predicted_right_count', count(*)::VARCHAR, list(trial_id),
    FROM online
    WHERE predicted_overflow = overflowed
    UNION ALL
    SELECT 'overflow_count', count(*)::VARCHAR, list(trial_id),
    FROM online
    WHERE overflowed
    UNION ALL
    SELECT 'full_most_s', max(predicted_full_s)::DECIMAL(12, 2)::VARCHAR, list(trial_id),
    FROM online
    WHERE overflowed AND predicted_full_s = (SELECT max(predicted_full_s) FROM online WHERE overflowed)
    UNION ALL
    SELECT 'overflow_least_s', min(duration_s)::DECIMAL(12, 2)::VARCHAR, list(trial_id),
    FROM online
    WHERE overflowed AND duration_s = (SELECT min(duration_s) FROM online WHERE overflowed)
    UNION ALL
    SELECT 'roll_back_most_s', max(roll_back_s)::DECIMAL(12, 2)::VARCHAR, list(trial_id),
    FROM killed
    WHERE roll_back_s = (SELECT max(roll_back_s) FROM killed)
)
SELECT
    fact,
    value,
    array_to_string(list_sort(trials), ' ') AS trials,
FROM found
ORDER BY fact;
