-- What the sort buffer changed in the runs of `innodb-sort-buffer-size`: builds with the smallest and the largest buffer against 1 MiB, of one index and of several in one statement, idle and beside a load, each with the ratio of the durations and its interval.
-- key: pair_id
SELECT
    setting_ratio.run_id || ' ' || setting_ratio.setting AS pair_id,
    experiment,
    label,
    'finding_buffer_' || standing AS sentence,
    one.index_count,
    load_level,
    if(one.buffer_bytes < 1048576, one.buffer_bytes // 1024 || ' KiB', one.buffer_bytes // 1048576 || ' MiB') AS buffer,
    one.predicted_passes,
    other.predicted_passes AS other_passes,
    duration_s,
    against_duration_s AS other_duration_s,
    ratio::DECIMAL(9, 2) AS time_ratio,
    low::DECIMAL(9, 2) AS ratio_low,
    high::DECIMAL(9, 2) AS ratio_high,
    n,
    trials,
    setting_ratio.run_id,
FROM setting_ratio
JOIN sort_buffer_setting AS one USING (run_id, setting)
JOIN sort_buffer_setting AS other ON other.run_id = setting_ratio.run_id AND other.setting = setting_ratio.against
WHERE experiment = 'innodb-sort-buffer-size'
    AND other.buffer_bytes = 1048576
    AND one.buffer_bytes <> 1048576
    AND one.index_count = other.index_count
    AND NOT one.traced
    AND NOT other.traced
ORDER BY label, setting_ratio.run_id, one.index_count, load_level, one.buffer_bytes;
