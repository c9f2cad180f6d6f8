-- The DDL window must lie inside the load
-- hint: compare the timeline with the load's log; the load began too late or ended too early
SELECT
    file,
    max(line) AS line,
    (min(monotonic_s) FILTER (event = 'ddl_started') - max(monotonic_s) FILTER (event = 'load_started'))::DECIMAL(12, 3)
        AS ddl_after_load_s,
    (max(monotonic_s) FILTER (event = 'load_ended') - max(monotonic_s) FILTER (event = 'ddl_ended'))::DECIMAL(12, 3)
        AS load_after_ddl_s,
FROM trial_event
GROUP BY file
HAVING ddl_after_load_s < 0
    OR load_after_ddl_s < 0
    OR max(monotonic_s) FILTER (event = 'ddl_ended') < min(monotonic_s) FILTER (event = 'ddl_started');
