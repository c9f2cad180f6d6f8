-- How wrong the progress report of each engine was, when 10, 50 and 90 % of the time had passed: shown minus passed, in points, over all statements of our runs that took long enough for samples half a second apart.
SELECT
    engine.name AS engine_name,
    passed_pct,
    count(*)::INTEGER AS trial_count,
    avg(shown_pct)::DECIMAL(9, 0) AS shown_pct,
    min(error_points)::DECIMAL(9, 0) AS error_least_points,
    median(error_points)::DECIMAL(9, 0) AS error_median_points,
    max(error_points)::DECIMAL(9, 0) AS error_most_points,
    string_agg(trial_id, ' ' ORDER BY trial_id) AS trials,
FROM progress_error
JOIN (SELECT trial_id, duration_s, ddl_outcome FROM ddl_window) AS ddl_window USING (trial_id)
JOIN run ON run.run_id = progress_error.run_id
JOIN engine ON engine.engine = run.engine
CROSS JOIN constant
WHERE run.withdrawn IS NULL AND ddl_outcome = 'completed' AND duration_s >= progress_minimum_s
GROUP BY engine_name, passed_pct
ORDER BY engine_name, passed_pct;
