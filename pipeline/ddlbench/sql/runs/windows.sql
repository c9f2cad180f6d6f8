-- DDL window of each trial on the clock of its load, and its place on the drawing in percent of its width.
SELECT
    run_load.run_id,
    trial_id,
    control,
    ddl_starts_at_s::DECIMAL(18, 3) AS starts_at_s,
    (ddl_starts_at_s + duration_s)::DECIMAL(18, 3) AS ends_at_s,
    (100 * ddl_starts_at_s / run_load.ends_at_s)::DECIMAL(18, 2) AS left_pct,
    (100 * (least(coalesce(ddl_starts_at_s + duration_s, run_load.ends_at_s), run_load.ends_at_s) - ddl_starts_at_s)
        / run_load.ends_at_s)::DECIMAL(18, 2) AS width_pct,
FROM ddl_window
JOIN run_load USING (trial_id)
JOIN changed_run ON changed_run.run_id = run_load.run_id
WHERE ddl_starts_at_s BETWEEN 0 AND run_load.ends_at_s
ORDER BY ALL;
