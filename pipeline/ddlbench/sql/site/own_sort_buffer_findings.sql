-- What the sort buffer changed in the runs of `innodb-sort-buffer-size`: builds with the smallest and the largest buffer against 1 MiB, of one index and of several in one statement, idle and beside a load, each with the ratio of the durations and its interval.
-- key: pair_id
SELECT
    ratio.run_id || ' ' || measured.setting AS pair_id,
    'innodb-sort-buffer-size' AS experiment,
    measured.label,
    CASE
        WHEN ratio.tie IS NULL THEN 'finding_buffer_single'
        WHEN ratio.tie THEN 'finding_buffer_tie'
        WHEN ratio.ratio > 1 THEN 'finding_buffer_slower'
        ELSE 'finding_buffer_faster'
    END AS sentence,
    one.index_count,
    measured.load_level,
    if(one.buffer_bytes < 1048576, one.buffer_bytes // 1024 || ' KiB', one.buffer_bytes // 1048576 || ' MiB') AS buffer,
    one.predicted_passes,
    other.predicted_passes AS other_passes,
    measured.duration_s,
    measured_other.duration_s AS other_duration_s,
    ratio.ratio::DECIMAL(9, 2) AS time_ratio,
    ratio.low::DECIMAL(9, 2) AS ratio_low,
    ratio.high::DECIMAL(9, 2) AS ratio_high,
    measured.n,
    ratio.run_id,
FROM ratio
JOIN sort_buffer_setting AS one ON one.run_id = ratio.run_id AND one.setting = ratio.setting
JOIN sort_buffer_setting AS other ON other.run_id = ratio.run_id AND other.setting = ratio.against
JOIN experiment_setting AS measured ON measured.run_id = ratio.run_id AND measured.setting = ratio.setting
JOIN experiment_setting AS measured_other ON measured_other.run_id = ratio.run_id AND measured_other.setting = ratio.against
WHERE measured.experiment = 'innodb-sort-buffer-size'
    AND ratio.measure = 'duration_s'
    AND other.buffer_bytes = 1048576
    AND one.buffer_bytes <> 1048576
    AND one.index_count = other.index_count
    AND NOT one.traced
    AND NOT other.traced
    AND measured.load_level = measured_other.load_level
ORDER BY measured.label, ratio.run_id, one.index_count, measured.load_level, one.buffer_bytes;
