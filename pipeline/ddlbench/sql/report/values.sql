-- What each completed trial of some runs measured.
SELECT run_id, setting, measure, value,
FROM trial_measure
WHERE list_contains($runs, run_id)
ORDER BY run_id, setting, measure, trial_id;
