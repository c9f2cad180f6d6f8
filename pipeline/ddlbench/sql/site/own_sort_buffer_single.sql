-- Builds of one index with small and large sort buffers, idle and loaded, in the runs of `innodb-sort-buffer-size`: means with their intervals, and merge passes.
SELECT
    label,
    if(buffer_bytes < 1048576, buffer_bytes // 1024 || ' KiB', buffer_bytes // 1048576 || ' MiB') AS buffer,
    buffer_bytes,
    load_level,
    n,
    duration_s,
    duration_low_s,
    duration_high_s,
    predicted_passes,
    trials,
    run_id,
FROM experiment_setting
JOIN sort_buffer_setting USING (run_id, setting)
WHERE experiment = 'innodb-sort-buffer-size' AND n > 0 AND NOT traced AND index_count = 1
ORDER BY label, run_id, load_level, buffer_bytes;
