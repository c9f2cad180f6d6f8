-- The classes of each trial's regime that its machine and its durability do not say by themselves.
SELECT
    regime.run_id,
    trial_id,
    coalesce(buffer_class, 'unknown') AS buffer_class,
    memory_class,
FROM regime
JOIN changed_run USING (run_id)
ORDER BY ALL;
