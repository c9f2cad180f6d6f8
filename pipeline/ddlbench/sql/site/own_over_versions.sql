-- The same index beside the same load on every version, in the runs of the experiment `over-versions`: means with their intervals, from the oldest version of an engine to the newest.
SELECT
    label,
    load_level,
    n,
    duration_s,
    duration_low_s,
    duration_high_s,
    worst_latency_ms,
    worst_latency_low_ms,
    worst_latency_high_ms,
    kept_pct,
    kept_low_pct,
    kept_high_pct,
    noise_pct,
    effect,
    run_id,
FROM experiment_setting
WHERE experiment = 'over-versions' AND n > 0
ORDER BY engine, list_transform(string_split(engine_version, '.'), lambda part: try_cast(part AS INTEGER)), load_level, run_id;
