-- Sort buffers of the runs of `innodb-sort-buffer-size` beside what a build with them did: merge passes as a two-way merge of the largest temporary file needs them, temporary space and memory gained, means over the repeats of a setting.
-- buffer_bytes: `innodb_sort_buffer_size` in bytes
-- index_count: Indexes that the statement builds
-- traced: Whether the system calls of the server were traced meanwhile, which slows it
-- predicted_passes: ceil(log2(largest temporary file ÷ buffer)), least and greatest over the repeats as a range; NULL where no file was seen
-- temp_mib: Mean of the greatest temporary space, in MiB
-- memory_mib: Mean of the memory that the server gained meanwhile, in MiB
WITH measured AS (
    SELECT
        trial_setting.run_id,
        trial_setting.setting,
        trial_setting.trial_id,
        ceil(log2(greatest(1, ceil(largest_file_bytes / buffer.value_number))))::INTEGER AS passes,
        temp_space.observed_bytes AS temp_bytes,
        memory.observed_bytes AS memory_bytes,
    FROM trial_setting
    JOIN trial_factor AS buffer ON buffer.trial_id = trial_setting.trial_id AND buffer.factor = 'innodb_sort_buffer_size'
    LEFT JOIN (SELECT trial_id, largest_file_bytes, observed_bytes FROM temp_space) AS temp_space
        ON temp_space.trial_id = trial_setting.trial_id
    LEFT JOIN (SELECT trial_id, observed_bytes FROM sort_memory_model) AS memory ON memory.trial_id = trial_setting.trial_id
    WHERE NOT trial_setting.control AND trial_setting.outcome = 'completed'
),
factors AS (
    SELECT
        run_id,
        setting,
        max(value_number) FILTER (factor = 'innodb_sort_buffer_size')::BIGINT AS buffer_bytes,
        coalesce(max(value_number) FILTER (factor = 'indexes'), 1)::INTEGER AS index_count,
        coalesce(max(value) FILTER (factor = 'traced'), 'no') = 'yes' AS traced,
    FROM setting_factor
    GROUP BY run_id, setting
)
SELECT
    run_id,
    setting,
    buffer_bytes,
    index_count,
    traced,
    if(min(passes) = max(passes), min(passes)::VARCHAR, min(passes) || '–' || max(passes)) AS predicted_passes,
    (avg(temp_bytes) / 1048576)::DECIMAL(12, 1) AS temp_mib,
    (avg(memory_bytes) / 1048576)::DECIMAL(12, 1) AS memory_mib,
FROM factors
JOIN measured USING (run_id, setting)
GROUP BY run_id, setting, buffer_bytes, index_count, traced;
