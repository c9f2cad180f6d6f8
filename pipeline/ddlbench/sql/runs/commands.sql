-- Commands of each trial, as the lab ran them.
SELECT file.owner_id AS run_id, file.trial_id, file, trial_event.line, detail,
FROM trial_event
JOIN file USING (file)
JOIN changed_run ON changed_run.run_id = file.owner_id
WHERE file.owner_kind = 'run' AND event = 'command'
ORDER BY ALL;
