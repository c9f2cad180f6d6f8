-- Departure of each model from what the builds of our runs showed, in % of the observed, over all trials that show it: (predicted − observed) ÷ observed.
WITH departure AS (
    SELECT 'sort_merge' AS model, trial_id, error_pct::DOUBLE AS error_pct,
    FROM merge_trace
    UNION ALL
    SELECT 'temp_space', temp_space.trial_id, temp_space.error_pct,
    FROM temp_space
    ANTI JOIN (SELECT trial_id FROM merge_trace) AS traced USING (trial_id)
    UNION ALL
    SELECT 'sort_memory', sort_memory_model.trial_id, sort_memory_model.error_pct,
    FROM sort_memory_model
    JOIN trial USING (trial_id)
    JOIN sort_buffer_use ON sort_buffer_use.run_id = trial.owner_id AND used
    ANTI JOIN (SELECT trial_id FROM merge_trace) AS traced USING (trial_id)
)
SELECT
    model,
    engine.name AS engine_name,
    count(*)::INTEGER AS trial_count,
    min(error_pct)::DECIMAL(12, 0) AS error_least_pct,
    median(error_pct)::DECIMAL(12, 0) AS error_median_pct,
    max(error_pct)::DECIMAL(12, 0) AS error_most_pct,
    string_agg(trial_id, ' ' ORDER BY trial_id) AS trials,
FROM departure
JOIN trial USING (trial_id)
JOIN run ON run.run_id = trial.owner_id
JOIN engine ON engine.engine = run.engine
WHERE run.withdrawn IS NULL AND trial.outcome = 'completed' AND error_pct IS NOT NULL
GROUP BY model, engine_name
ORDER BY array_position(['sort_merge', 'temp_space', 'sort_memory'], model), engine_name;
