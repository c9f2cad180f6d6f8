-- How long the DDL was seen in each phase, from the samples of its progress.
WITH sample AS (
    SELECT
        file.owner_id AS run_id,
        file.trial_id,
        file,
        ddl_progress.line,
        phase,
        stage,
        monotonic_s,
        lead(monotonic_s) OVER (PARTITION BY file ORDER BY ddl_progress.line) - monotonic_s AS lasted_s,
    FROM ddl_progress
    JOIN file USING (file)
    JOIN changed_run ON changed_run.run_id = file.owner_id
    WHERE file.owner_kind = 'run' AND monotonic_s IS NOT NULL
)
SELECT
    run_id,
    trial_id,
    file,
    min(line) AS line,
    phase,
    coalesce(stage, '') AS stage,
    count(*) AS sample_count,
    sum(lasted_s)::DECIMAL(18, 1) AS lasted_s,
FROM sample
WHERE phase IS NOT NULL
GROUP BY run_id, trial_id, file, phase, stage
ORDER BY run_id, trial_id, file, line;
