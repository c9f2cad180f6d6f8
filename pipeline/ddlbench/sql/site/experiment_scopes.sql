-- How much stands behind the report of each experiment of the lab: runs, trials, repeats, sizes, how long its statements took, and the bounds of what its settings gave on average.
-- key: experiment
WITH bound AS (
    SELECT
        experiment,
        min(duration_s) AS duration_least_s,
        max(duration_s) AS duration_most_s,
        min(worst_latency_ms)::DECIMAL(12, 0) AS worst_least_ms,
        max(worst_latency_ms)::DECIMAL(12, 0) AS worst_most_ms,
        min(kept_pct) FILTER (load_level = 50) AS kept_half_least_pct,
        max(kept_pct) FILTER (load_level = 50) AS kept_half_most_pct,
        min(kept_pct) FILTER (load_level = 100) AS kept_full_least_pct,
        max(kept_pct) FILTER (load_level = 100) AS kept_full_most_pct,
    FROM experiment_setting
    WHERE n > 0
    GROUP BY experiment
),
single_index AS (
    SELECT
        experiment,
        min(duration_s) AS single_least_s,
        max(duration_s) AS single_most_s,
        min(predicted_passes) AS passes_least,
        max(predicted_passes) AS passes_most,
    FROM experiment_setting
    JOIN sort_buffer_setting USING (run_id, setting)
    WHERE n > 0 AND NOT traced AND index_count = 1
    GROUP BY experiment
),
held AS (
    SELECT
        'what-really-hurts' AS experiment,
        max(stall_s) FILTER (scenario = 'idle-transaction') AS idle_stall_s,
        max(stall_s) FILTER (scenario = 'idle-transaction-timeout') AS timeout_stall_s,
    FROM hurt
)
SELECT
    experiment_scope.*,
    bound.* EXCLUDE (experiment),
    single_index.* EXCLUDE (experiment),
    held.* EXCLUDE (experiment),
FROM experiment_scope
LEFT JOIN bound USING (experiment)
LEFT JOIN single_index USING (experiment)
LEFT JOIN held USING (experiment)
ORDER BY experiment_scope.experiment;
