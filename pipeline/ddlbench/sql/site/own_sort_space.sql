-- Temporary space and memory of index builds, predicted against observed, in the runs of `innodb-sort-buffer-size`: means over the repeats. Only servers whose builds use the sort buffer, and no traced builds.
SELECT
    label,
    sort_buffer_setting.index_count,
    experiment_setting.load_level,
    if(buffer_bytes < 1048576, buffer_bytes // 1024 || ' KiB', buffer_bytes // 1048576 || ' MiB') AS buffer,
    count(*)::INTEGER AS n,
    (avg(space.predicted_bytes) / 1048576)::DECIMAL(12, 0) AS predicted_temp_mib,
    (avg(space.observed_bytes) / 1048576)::DECIMAL(12, 0) AS temp_mib,
    (avg(memory.predicted_bytes) / 1048576)::DECIMAL(12, 0) AS predicted_memory_mib,
    (avg(memory.observed_bytes) / 1048576)::DECIMAL(12, 0) AS memory_mib,
    any_value(trials) AS trials,
    experiment_setting.run_id,
FROM experiment_setting
JOIN sort_buffer_setting USING (run_id, setting)
JOIN trial_setting ON trial_setting.run_id = experiment_setting.run_id AND trial_setting.setting = experiment_setting.setting
LEFT JOIN (SELECT trial_id, predicted_bytes, observed_bytes FROM temp_space) AS space ON space.trial_id = trial_setting.trial_id
LEFT JOIN (SELECT trial_id, predicted_bytes, observed_bytes FROM sort_memory_model) AS memory ON memory.trial_id = trial_setting.trial_id
WHERE experiment = 'innodb-sort-buffer-size'
    AND used
    AND NOT traced
    AND NOT trial_setting.control
    AND trial_setting.outcome = 'completed'
GROUP BY label, experiment_setting.run_id, sort_buffer_setting.index_count, experiment_setting.load_level, buffer_bytes
ORDER BY label, run_id, index_count, load_level, buffer_bytes;
