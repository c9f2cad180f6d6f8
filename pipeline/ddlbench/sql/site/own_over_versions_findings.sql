-- Each version against the one before it, in the runs of `over-versions`: longer or shorter where the intervals of the durations do not overlap, else a tie.
-- key: version_id
WITH ordered AS (
    SELECT
        *,
        list_transform(string_split(engine_version, '.'), lambda part: try_cast(part AS INTEGER)) AS version,
        lag(label) OVER older AS previous_label,
        lag(duration_s) OVER older AS previous_duration_s,
        lag(duration_low_s) OVER older AS previous_low_s,
        lag(duration_high_s) OVER older AS previous_high_s,
        lag(worst_latency_ms) OVER older AS previous_worst_latency_ms,
    FROM experiment_setting
    WHERE experiment = 'over-versions' AND n > 0
    WINDOW older AS (
        PARTITION BY engine, load_level
        ORDER BY list_transform(string_split(engine_version, '.'), lambda part: try_cast(part AS INTEGER)), run_id
    )
)
SELECT
    run_id || ' ' || load_level AS version_id,
    experiment,
    label,
    CASE
        WHEN previous_label IS NULL THEN 'finding_version_first'
        WHEN duration_low_s > previous_high_s THEN 'finding_version_longer'
        WHEN duration_high_s < previous_low_s THEN 'finding_version_shorter'
        WHEN duration_low_s IS NULL OR previous_low_s IS NULL THEN 'finding_version_single'
        ELSE 'finding_version_tie'
    END AS sentence,
    n,
    duration_s,
    duration_low_s,
    duration_high_s,
    worst_latency_ms::DECIMAL(12, 0) AS worst_latency_ms,
    previous_label,
    previous_duration_s,
    previous_low_s,
    previous_high_s,
    previous_worst_latency_ms::DECIMAL(12, 0) AS previous_worst_latency_ms,
    trials,
    run_id,
FROM ordered
ORDER BY engine, version, load_level, run_id;
