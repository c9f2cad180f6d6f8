-- What the server did with each statement of the matrix, in the order it was tried.
SELECT file.owner_id AS run_id, file.trial_id, file, ddl_support.line, algorithm, lock_mode, outcome,
    ddl_duration_s::DECIMAL(18, 3) AS ddl_duration_s, write_blocked_s::DECIMAL(18, 3) AS write_blocked_s, error_message,
FROM ddl_support
JOIN file USING (file)
JOIN changed_run ON changed_run.run_id = file.owner_id
WHERE file.owner_kind = 'run'
ORDER BY ALL;
