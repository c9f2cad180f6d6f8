-- The lightest way in which each version of the runs of `what-is-allowed` carries out each operation, and what happened to writes where no way was asked for.
SELECT
    label,
    operation,
    support,
    CASE lock_none WHEN true THEN 'yes' WHEN false THEN 'no' END AS lock_none,
    default_support,
    default_ddl_s,
    default_blocked_s,
    combination_count,
    refused_count,
    trials,
    run_id,
FROM support_by_operation
ORDER BY operation, tuning, label, run_id;
