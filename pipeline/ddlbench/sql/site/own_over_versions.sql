-- The same index beside the same load on every version, in the runs of the experiment `over-versions`: means with their intervals.
WITH factors AS (
    SELECT
        run_id,
        setting,
        max(value_number) FILTER (factor = 'table_rows')::BIGINT AS table_rows,
    FROM setting_factor
    GROUP BY run_id, setting
)
SELECT
    label,
    factors.* EXCLUDE (run_id, setting),
    load_level,
    n,
    duration_s,
    duration_low_s,
    duration_high_s,
    kept_pct,
    kept_low_pct,
    kept_high_pct,
    inflation,
    noise_pct,
    effect,
    run_id,
FROM experiment_setting
JOIN factors USING (run_id, setting)
WHERE experiment = 'over-versions' AND n > 0
ORDER BY
    regexp_extract(label, '^\D+'),
    list_transform(string_split(regexp_extract(label, '[\d.]+'), '.'), lambda part: try_cast(part AS INTEGER)),
    load_level,
    run_id;
