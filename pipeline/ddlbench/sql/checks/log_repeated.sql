-- The same log stands in two trials
-- hint: a log was copied into the wrong folder; no two runs of a load give the same bytes
SELECT file, 1 AS line, min(file) OVER (PARTITION BY sha256) AS first_file,
FROM file
WHERE owner_kind = 'run' AND format LIKE 'sysbench%' AND size_bytes > 0
QUALIFY count(DISTINCT trial_id) OVER (PARTITION BY sha256) > 1;
