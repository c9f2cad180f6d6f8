-- DDL window of each trial on the clock of its load, its place on the drawing in percent of its width, and the lines of
-- the timeline that it was taken from.
WITH event AS (
    SELECT file.trial_id, min(file) AS file, min(trial_event.line) AS line, max(trial_event.line) AS last,
    FROM trial_event
    JOIN file USING (file)
    WHERE event IN ('ddl_started', 'ddl_ended')
    GROUP BY file.trial_id
)
SELECT
    run_load.run_id,
    trial_id,
    control,
    ddl_starts_at_s::DECIMAL(18, 3) AS starts_at_s,
    (ddl_starts_at_s + duration_s)::DECIMAL(18, 3) AS ends_at_s,
    (100 * ddl_starts_at_s / run_load.ends_at_s)::DECIMAL(18, 2) AS left_pct,
    (100 * (least(coalesce(ddl_starts_at_s + duration_s, run_load.ends_at_s), run_load.ends_at_s) - ddl_starts_at_s)
        / run_load.ends_at_s)::DECIMAL(18, 2) AS width_pct,
    event.file,
    event.line,
    event.last,
FROM ddl_window
JOIN run_load USING (trial_id)
LEFT JOIN event USING (trial_id)
JOIN changed_run ON changed_run.run_id = run_load.run_id
WHERE ddl_starts_at_s BETWEEN 0 AND run_load.ends_at_s
ORDER BY ALL;
