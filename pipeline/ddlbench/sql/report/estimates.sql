-- Means of the settings of some runs with their intervals.
SELECT run_id, setting, measure, n, value, low, high,
FROM estimate
WHERE list_contains($runs, run_id)
ORDER BY ALL;
