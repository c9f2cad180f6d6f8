-- The same index beside the same load on every version, in the runs of the experiment `over-versions`: means with their intervals, from the oldest version of an engine to the newest.
SELECT
    label,
    own_setting.* EXCLUDE (experiment, setting, tuning, engine, engine_version, label, wait_share_pct, stall_s, inflation),
FROM own_setting
WHERE experiment = 'over-versions'
ORDER BY engine, list_transform(string_split(engine_version, '.'), lambda part: try_cast(part AS INTEGER)), load_level, run_id;
