-- What the DDL of each trial of the lab did when, from the start of the DDL to its end without a gap: spans of one phase, from the samples of progress and of lock waits. A sample holds until the next one; where samples are more than a second apart, each holds for half a second and what lies between is `other`.
-- phase: `waiting_for_lock`, `building`, `applying_log`, `committing` or `other`
-- monotonic_s: Begin of the span on the monotonic clock of the machine
-- starts_s: Begin of the span in seconds from the start of the DDL
-- duration_s: Seconds that the span took
WITH ddl AS (
    SELECT
        file.trial_id,
        min(monotonic_s) FILTER (event = 'ddl_started') AS started_s,
        max(monotonic_s) FILTER (event = 'ddl_ended') AS ended_s,
        any_value(detail) FILTER (event = 'ddl_started') AS statement,
    FROM trial_event
    JOIN file USING (file)
    GROUP BY file.trial_id
    HAVING started_s IS NOT NULL AND ended_s >= started_s AND statement IS DISTINCT FROM 'control'
),
waiting AS (
    SELECT DISTINCT file.trial_id, lock_wait.monotonic_s AS taken_s, 'waiting_for_lock' AS phase,
    FROM lock_wait
    JOIN file USING (file)
    JOIN ddl USING (trial_id)
    WHERE contains(ddl.statement, rtrim(waiting_query, '; ')) AND length(waiting_query) > 8
),
sample AS (
    FROM waiting
    UNION ALL
    SELECT file.trial_id, ddl_progress.monotonic_s AS taken_s, arg_max(phase, (pid IS NOT NULL, line)) AS phase,
    FROM ddl_progress
    JOIN file USING (file)
    WHERE phase IS NOT NULL AND NOT EXISTS (
        FROM waiting
        WHERE waiting.trial_id = file.trial_id AND abs(waiting.taken_s - ddl_progress.monotonic_s) < 0.25
    )
    GROUP BY file.trial_id, ddl_progress.monotonic_s
),
-- A sample of no phase at each end makes the time before the first sample and after the last one a gap like others.
framed AS (
    SELECT sample.*, true AS taken,
    FROM sample
    JOIN ddl USING (trial_id)
    WHERE taken_s > started_s AND taken_s < ended_s
    UNION ALL
    SELECT trial_id, unnest([started_s, ended_s]), 'other', false,
    FROM ddl
),
gap AS (
    SELECT
        trial_id,
        taken_s AS begins_s,
        lead(taken_s) OVER later AS ends_s,
        phase,
        lead(phase) OVER later AS next_phase,
        taken,
        lead(taken) OVER later AS next_taken,
    FROM framed
    WINDOW later AS (PARTITION BY trial_id ORDER BY taken_s, taken)
),
piece AS (
    SELECT DISTINCT
        trial_id,
        unnest(CASE
            WHEN NOT taken AND NOT next_taken THEN [{'begins_s': begins_s, 'phase': 'other'}]
            WHEN ends_s - begins_s <= 1 THEN [{'begins_s': begins_s, 'phase': if(taken, phase, next_phase)}]
            ELSE [
                {'begins_s': begins_s, 'phase': phase},
                {'begins_s': if(taken, begins_s + 0.5, begins_s), 'phase': 'other'},
                {'begins_s': if(next_taken, ends_s - 0.5, ends_s), 'phase': next_phase}
            ]
        END, recursive := true),
    FROM gap
    WHERE ends_s IS NOT NULL
),
turn AS (
    SELECT piece.*,
    FROM piece
    JOIN ddl USING (trial_id)
    WHERE begins_s < ended_s OR started_s = ended_s
    QUALIFY phase IS DISTINCT FROM lag(phase) OVER (PARTITION BY trial_id ORDER BY begins_s)
)
SELECT
    trial_id,
    phase,
    begins_s AS monotonic_s,
    round(begins_s - started_s, 6) AS starts_s,
    round(coalesce(lead(begins_s) OVER (PARTITION BY trial_id ORDER BY begins_s), ended_s) - begins_s, 6) AS duration_s,
FROM turn
JOIN ddl USING (trial_id);
