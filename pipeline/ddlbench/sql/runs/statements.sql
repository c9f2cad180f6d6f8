-- DDL statements of each trial with what the client printed.
SELECT file.owner_id AS run_id, file.trial_id, file, ddl_statement.line, statement, outcome,
    duration_s::DECIMAL(18, 3) AS duration_s, error_message,
FROM ddl_statement
JOIN file USING (file)
JOIN changed_run ON changed_run.run_id = file.owner_id
WHERE file.owner_kind = 'run'
ORDER BY ALL;
