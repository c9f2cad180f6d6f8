-- The DDL window of each trial of a run, on the clock of its load; only for trials with a timeline, or with `ddl_starts_at_s` stated and a time printed by the client. A control trial has a window in which nothing was done.
-- clock: `timeline` (load and DDL on the monotonic clock) or `stated` (`ddl_starts_at_s`)
-- ddl_starts_at_s: Second of the load's clock at which the DDL began
-- baseline_starts_at_s: Second of the load's clock from which on the load counts as warm; NULL for its start
-- duration_s: Seconds that the DDL took; NULL where its end is not known
-- ddl_outcome: `completed` or `failed: …`
-- ddl_started_s: Start of the DDL on the monotonic clock; NULL without a timeline
WITH event AS (
    SELECT
        file.trial_id,
        max(monotonic_s) FILTER (event = 'load_started') AS load_started_s,
        max(monotonic_s) FILTER (event = 'baseline_started') AS baseline_started_s,
        min(monotonic_s) FILTER (event = 'ddl_started') AS ddl_started_s,
        max(monotonic_s) FILTER (event = 'ddl_ended') AS ddl_ended_s,
        arg_max(detail, monotonic_s) FILTER (event = 'ddl_ended') AS ddl_outcome,
    FROM trial_event
    JOIN file USING (file)
    GROUP BY file.trial_id
),
client AS (
    SELECT file.trial_id, sum(duration_s) AS duration_s, min(outcome) AS ddl_outcome,
    FROM ddl_statement
    JOIN file USING (file)
    GROUP BY file.trial_id
)
SELECT
    trial.trial_id,
    trial.owner_id AS run_id,
    coalesce(trial.control, false) AS control,
    CASE WHEN event.ddl_started_s IS NOT NULL THEN 'timeline' ELSE 'stated' END AS clock,
    coalesce(event.ddl_started_s - event.load_started_s, trial.ddl_starts_at_s) AS ddl_starts_at_s,
    event.baseline_started_s - event.load_started_s AS baseline_starts_at_s,
    CASE WHEN event.ddl_started_s IS NOT NULL THEN event.ddl_ended_s - event.ddl_started_s
        ELSE client.duration_s END AS duration_s,
    coalesce(event.ddl_outcome, client.ddl_outcome) AS ddl_outcome,
    event.ddl_started_s,
FROM trial
LEFT JOIN event USING (trial_id)
LEFT JOIN client USING (trial_id)
WHERE trial.owner_kind = 'run' AND (event.ddl_started_s IS NOT NULL OR trial.ddl_starts_at_s IS NOT NULL);
