-- Builds of the runs of `bottleneck` whose online log overflowed, and how far off the model was that says when the log is full, in % of the second at which the statement failed; each figure with the trials that it comes from.
-- key: fact
WITH failed AS (
    SELECT
        trial_id,
        abs(100 * predicted_full_s / duration_s - 100) AS error_pct,
    FROM online_log
    JOIN run USING (run_id)
    WHERE run.experiment = 'bottleneck' AND run.withdrawn IS NULL AND overflowed
),
found AS (
    SELECT 'overflow_count' AS fact, count(*)::VARCHAR AS value, list(trial_id) AS trials,
    FROM failed
    UNION ALL
    SELECT 'error_most_pct', max(error_pct)::DECIMAL(9, 1)::VARCHAR, list(trial_id),
    FROM failed
    WHERE error_pct = (SELECT max(error_pct) FROM failed)
)
SELECT
    fact,
    value,
    array_to_string(list_sort(trials), ' ') AS trials,
FROM found
ORDER BY fact;
