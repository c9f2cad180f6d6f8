-- A DDL in trouble, in the runs of the experiment `what-really-hurts`: means over the repeats of each scenario, with the sentence that fits it.
-- key: hurt_id
SELECT
    run_id || ' ' || scenario AS hurt_id,
    'what-really-hurts' AS experiment,
    label,
    scenario,
    CASE scenario
        WHEN 'undisturbed' THEN 'finding_hurt_undisturbed'
        WHEN 'idle-transaction' THEN CASE
            WHEN stall_s < 1 THEN 'finding_hurt_idle_went_on'
            WHEN slow_at_end_count > 0 THEN 'finding_hurt_idle_stalled_on'
            ELSE 'finding_hurt_idle_stalled'
        END
        WHEN 'idle-transaction-timeout'
            THEN if(failed_count > 0, 'finding_hurt_timeout_gave_up', 'finding_hurt_timeout_waited')
        WHEN 'killed' THEN if(roll_back_s IS NULL, 'finding_hurt_killed_late', 'finding_hurt_killed')
        WHEN 'replica' THEN if(lag_s IS NULL, 'finding_hurt_replica_unseen', 'finding_hurt_replica')
        ELSE if(failed_count > 0, 'finding_hurt_failed_', 'finding_hurt_completed_') || replace(scenario, '-', '_')
    END AS sentence,
    n,
    failed_count,
    'ERROR ' || error_code AS error_code,
    duration_s,
    waiting_s,
    building_s,
    applying_s,
    kept_pct,
    stall_s,
    stall_most_s,
    slow_s,
    slow_at_end_count,
    load_errors,
    baseline_latency_ms,
    worst_latency_ms,
    ran_s,
    roll_back_s,
    lag_s,
    trials,
    run_id,
FROM hurt
ORDER BY
    array_position(
        ['undisturbed', 'idle-transaction', 'idle-transaction-timeout', 'online-log-too-big', 'temporary-folder-full', 'killed',
        'duplicate-key', 'replica'],
        scenario
    ),
    label,
    run_id;
