-- DDL window of each trial, its place on the drawing in percent of its width.
SELECT run_window.run_id, trial_id, starts_at_s, run_window.ends_at_s,
    (run_window.ends_at_s - starts_at_s)::DECIMAL(18, 3) AS duration_s,
    (100 * starts_at_s / run_load.ends_at_s)::DECIMAL(18, 2) AS left_pct,
    (100 * (least(coalesce(run_window.ends_at_s, run_load.ends_at_s), run_load.ends_at_s) - starts_at_s)
        / run_load.ends_at_s)::DECIMAL(18, 2) AS width_pct,
FROM run_window
JOIN changed_run USING (run_id)
JOIN run_load USING (trial_id)
ORDER BY ALL;
