-- Index builds with small and large sort buffers in the runs of `innodb-sort-buffer-size`: means with their intervals, merge passes, temporary space and memory. Traced builds are left out: the trace slows them.
SELECT
    label,
    if(buffer_bytes < 1048576, buffer_bytes // 1024 || ' KiB', buffer_bytes // 1048576 || ' MiB') AS buffer,
    buffer_bytes,
    index_count,
    load_level,
    n,
    duration_s,
    duration_low_s,
    duration_high_s,
    predicted_passes,
    temp_mib,
    memory_mib,
    kept_pct,
    kept_low_pct,
    kept_high_pct,
    inflation,
    effect,
    trials,
    run_id,
FROM experiment_setting
JOIN sort_buffer_setting USING (run_id, setting)
WHERE experiment = 'innodb-sort-buffer-size' AND n > 0 AND NOT traced
ORDER BY label, run_id, index_count, load_level, buffer_bytes;
