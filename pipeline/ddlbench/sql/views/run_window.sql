-- The DDL window of each trial of a run, on the clock of its load; a statement without a printed time leaves the end unknown.
-- starts_at_s: Second at which the DDL began
-- ends_at_s: Second at which it ended
SELECT
    trial.trial_id,
    trial.owner_id AS run_id,
    trial.ddl_starts_at_s::DECIMAL(18, 3) AS starts_at_s,
    (trial.ddl_starts_at_s + sum(ddl_statement.duration_s))::DECIMAL(18, 3) AS ends_at_s,
FROM trial
LEFT JOIN file ON file.trial_id = trial.trial_id
LEFT JOIN ddl_statement ON ddl_statement.file = file.file
WHERE trial.owner_kind = 'run' AND trial.ddl_starts_at_s IS NOT NULL
GROUP BY trial.trial_id, trial.owner_id, trial.ddl_starts_at_s;
