-- Logs of each trial with their hashes.
SELECT owner_id AS run_id, trial_id, file, sha256, size_bytes, line_count, format,
FROM file
JOIN changed_run ON changed_run.run_id = owner_id
WHERE owner_kind = 'run'
ORDER BY ALL;
