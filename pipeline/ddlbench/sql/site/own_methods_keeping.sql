-- The fastest way to build the index that keeps at least so much of the load, in the runs of the experiment `methods`, by `fastest_keeping`: means over the repeats, with the ways that tie with it in duration and keep as much.
WITH chosen AS (
    SELECT 90 AS at_least_pct, *,
    FROM fastest_keeping(90)
    UNION ALL
    SELECT 80, *,
    FROM fastest_keeping(80)
    UNION ALL
    SELECT 50, *,
    FROM fastest_keeping(50)
),
named AS (
    SELECT
        method_setting.*,
        way || if(
            max_parallel_maintenance_workers IS NULL,
            '',
            ', max_parallel_maintenance_workers = ' || max_parallel_maintenance_workers
        ) AS full_way,
    FROM method_setting
)
SELECT
    named.label,
    at_least_pct,
    named.full_way AS way,
    named.n,
    named.duration_s,
    named.kept_pct,
    string_agg(other.full_way, '; ' ORDER BY other.full_way) AS ties,
    named.run_id,
    named.trials,
FROM chosen
JOIN named ON starts_with(scenario, 'run ' || named.run_id || ', ') AND named.setting = chosen.setting
LEFT JOIN setting_ratio AS tie ON tie.run_id = named.run_id AND tie.setting = named.setting AND tie.standing = 'tie'
LEFT JOIN named AS other ON other.run_id = tie.run_id AND other.setting = tie.against AND other.kept_pct >= at_least_pct
GROUP BY ALL
ORDER BY named.label, named.run_id, at_least_pct DESC;
