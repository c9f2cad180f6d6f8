-- Each switch against the default of its engine, in the runs of `fast-ddl`: the ratio of the durations with its interval, idle and beside a load.
-- key: switch_id
WITH switched AS (
    SELECT
        run_id,
        setting,
        coalesce(
            'ALGORITHM=' || max(value) FILTER (factor = 'algorithm'),
            'innodb_ddl_threads = ' || max(value) FILTER (factor = 'innodb_ddl_threads') || ', innodb_ddl_buffer_size = '
                || max(value_number // 1048576) FILTER (factor = 'innodb_ddl_buffer_size')::BIGINT || ' MiB'
        ) AS switch,
        coalesce(max(value) FILTER (factor = 'algorithm') = 'INPLACE', false)
            OR coalesce(max(value_number) FILTER (factor = 'innodb_ddl_threads') = 4, false)
            AND coalesce(max(value_number) FILTER (factor = 'innodb_ddl_buffer_size') = 1048576, false) AS plain,
    FROM setting_factor
    GROUP BY run_id, setting
)
SELECT
    run_id || ' ' || setting AS switch_id,
    experiment,
    label,
    'finding_switch_' || standing AS sentence,
    load_level,
    one.switch,
    other.switch AS plain_switch,
    n,
    duration_s,
    against_duration_s AS plain_duration_s,
    ratio::DECIMAL(9, 2) AS duration_ratio,
    low::DECIMAL(9, 2) AS ratio_low,
    high::DECIMAL(9, 2) AS ratio_high,
    trials,
    run_id,
FROM setting_ratio
JOIN switched AS one USING (run_id, setting)
JOIN (SELECT run_id, setting AS against, switch, plain FROM switched) AS other USING (run_id, against)
WHERE experiment = 'fast-ddl' AND other.plain AND NOT one.plain
ORDER BY label, run_id, load_level, one.switch;
