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
),
measured AS (
    SELECT experiment_setting.*, switch, plain,
    FROM experiment_setting
    JOIN switched USING (run_id, setting)
    WHERE experiment = 'fast-ddl' AND n > 0
)
SELECT
    one.run_id || ' ' || one.setting AS switch_id,
    one.experiment,
    one.label,
    CASE
        WHEN ratio.tie IS NULL THEN 'finding_switch_single'
        WHEN ratio.tie THEN 'finding_switch_tie'
        WHEN ratio.ratio > 1 THEN 'finding_switch_slower'
        ELSE 'finding_switch_faster'
    END AS sentence,
    one.load_level,
    one.switch,
    other.switch AS plain_switch,
    one.n,
    one.duration_s,
    other.duration_s AS plain_duration_s,
    ratio.ratio::DECIMAL(9, 2) AS duration_ratio,
    ratio.low::DECIMAL(9, 2) AS ratio_low,
    ratio.high::DECIMAL(9, 2) AS ratio_high,
    one.run_id,
FROM measured AS one
JOIN measured AS other ON other.run_id = one.run_id AND other.load_level = one.load_level AND other.plain
LEFT JOIN ratio
    ON ratio.run_id = one.run_id AND ratio.measure = 'duration_s' AND ratio.setting = one.setting AND ratio.against = other.setting
WHERE NOT one.plain
ORDER BY one.label, one.run_id, one.load_level, one.switch;
