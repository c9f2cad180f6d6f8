-- The DDL window of each trial of a run, on the clock of its load: from the lab's timeline, else from the stated start and the printed time of the statements. A DDL without an end leaves it unknown.
-- starts_at_s: Second at which the DDL began
-- ends_at_s: Second at which it ended
WITH event AS (
    SELECT
        file.trial_id,
        min(monotonic_s) FILTER (event = 'load_started') AS zero_s,
        min(monotonic_s) FILTER (event = 'ddl_started') AS started_s,
        max(monotonic_s) FILTER (event = 'ddl_ended') AS ended_s,
    FROM trial_event
    JOIN file USING (file)
    WHERE file.owner_kind = 'run'
    GROUP BY file.trial_id
),
statement AS (
    SELECT file.trial_id, sum(duration_s) AS duration_s,
    FROM ddl_statement
    JOIN file USING (file)
    WHERE file.owner_kind = 'run'
    GROUP BY file.trial_id
)
SELECT
    trial.trial_id,
    trial.owner_id AS run_id,
    coalesce(started_s - zero_s, ddl_starts_at_s)::DECIMAL(18, 3) AS starts_at_s,
    coalesce(ended_s - zero_s, ddl_starts_at_s + duration_s)::DECIMAL(18, 3) AS ends_at_s,
FROM trial
LEFT JOIN event ON event.trial_id = trial.trial_id
LEFT JOIN statement ON statement.trial_id = trial.trial_id
WHERE trial.owner_kind = 'run' AND coalesce(started_s - zero_s, ddl_starts_at_s) IS NOT NULL;
