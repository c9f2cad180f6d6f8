-- Time that a killed DDL takes to give up: from the kill to the end of its statement, against the time it had run. A rebuild or index build in place throws its files away, so that the rollback is expected to take little and not to grow with the time before.
-- ran_s: Seconds from the start of the DDL to the kill
-- roll_back_s: Seconds from the kill to the end of the statement
-- roll_back_pct: Time of the rollback in % of the time that the DDL had run
WITH event AS (
    SELECT
        file.trial_id,
        min(monotonic_s) FILTER (event = 'ddl_started') AS started_s,
        min(monotonic_s) FILTER (event = 'ddl_killed') AS killed_s,
        max(monotonic_s) FILTER (event = 'ddl_ended') AS ended_s,
    FROM trial_event
    JOIN file USING (file)
    GROUP BY file.trial_id
)
SELECT
    trial_id,
    trial.owner_id AS run_id,
    (killed_s - started_s)::DECIMAL(12, 3) AS ran_s,
    (ended_s - killed_s)::DECIMAL(12, 3) AS roll_back_s,
    (100 * (ended_s - killed_s) / nullif(killed_s - started_s, 0))::DECIMAL(12, 1) AS roll_back_pct,
FROM event
JOIN trial USING (trial_id)
WHERE killed_s IS NOT NULL AND ended_s >= killed_s;
