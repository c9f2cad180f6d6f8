-- What each version of the runs of `what-is-allowed` carries out in which way: counts of operations.
-- key: run_id
SELECT
    run_id,
    'what-is-allowed' AS experiment,
    label,
    if(count(*) FILTER (support = 'default') = count(*), 'finding_allowed_plain', 'finding_allowed') AS sentence,
    count(*)::INTEGER AS operation_count,
    sum(combination_count)::INTEGER AS combination_count,
    sum(refused_count)::INTEGER AS refused_count,
    count(*) FILTER (support = 'instant')::INTEGER AS instant_count,
    count(*) FILTER (support IN ('nocopy', 'inplace'))::INTEGER AS inplace_count,
    count(*) FILTER (support = 'copy')::INTEGER AS copy_count,
    count(*) FILTER (lock_none)::INTEGER AS lock_none_count,
    count(*) FILTER (default_support = 'blocks_writes')::INTEGER AS default_blocks_count,
    count(*) FILTER (default_support = 'mixed')::INTEGER AS default_mixed_count,
    count(*) FILTER (default_support = 'brief')::INTEGER AS default_brief_count,
    max(default_blocked_s) AS default_blocked_s,
    string_agg(trials, ' ' ORDER BY trials) AS trials,
FROM support_by_operation
GROUP BY run_id, label
ORDER BY label, run_id;
