-- How much stands behind the report of each experiment of the lab: runs, trials, repeats, sizes, and how long its statements took.
-- key: experiment
SELECT *,
FROM experiment_scope
ORDER BY experiment;
