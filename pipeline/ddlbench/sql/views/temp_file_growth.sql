-- Temporary files of InnoDB index builds in successive listings: size in sort buffers, and growth since the listing before.
-- size_buffers: Size in sort buffers
-- remainder_bytes: What is over after whole buffers, in bytes
-- growth_bytes: Growth since the listing before, in bytes
-- buffer_bytes: `innodb_sort_buffer_size` in bytes
-- size_bytes: Size of the file in bytes; NULL where the listing has none
SELECT
    file.trial_id,
    buffer.value_number::BIGINT AS buffer_bytes,
    sample_no,
    pid,
    fd,
    path,
    temp_file_sample.size_bytes,
    (temp_file_sample.size_bytes / buffer.value_number)::DECIMAL(18, 2) AS size_buffers,
    (temp_file_sample.size_bytes % buffer.value_number)::BIGINT AS remainder_bytes,
    temp_file_sample.size_bytes - lag(temp_file_sample.size_bytes) OVER listing AS growth_bytes,
    temp_file_sample.file,
    temp_file_sample.line,
FROM temp_file_sample
JOIN file USING (file)
JOIN trial_factor AS buffer ON buffer.trial_id = file.trial_id AND buffer.factor = 'innodb_sort_buffer_size'
WINDOW listing AS (PARTITION BY temp_file_sample.file, inode ORDER BY sample_no, monotonic_s, temp_file_sample.line);
