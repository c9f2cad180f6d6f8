-- Sort buffers of the runs of `innodb-sort-buffer-size` beside what a build with them did: merge passes as a two-way merge of the index needs them, temporary space and memory gained, means over the repeats of a setting.
-- buffer_bytes: `innodb_sort_buffer_size` in bytes
-- index_count: Indexes that the statement builds
-- traced: Whether the system calls of the server were traced meanwhile, which slows it
-- used: Whether builds of this server use the sort buffer
-- sorted_bytes: Size of the sort file of the one index: the largest that any trial of the run showed, in bytes
-- predicted_passes: ceil(log2(sort file ÷ buffer)); NULL for several indexes, where no sort file was seen, and where the buffer is not used
-- temp_mib: Mean of the greatest temporary space, in MiB
-- memory_mib: Mean of the memory that the server gained meanwhile, in MiB
WITH factors AS (
    SELECT
        run_id,
        setting,
        max(value_number) FILTER (factor = 'innodb_sort_buffer_size')::BIGINT AS buffer_bytes,
        coalesce(max(value_number) FILTER (factor = 'indexes'), 1)::INTEGER AS index_count,
        coalesce(max(value) FILTER (factor = 'traced'), 'no') = 'yes' AS traced,
    FROM setting_factor
    GROUP BY run_id, setting
),
measured AS (
    SELECT
        factors.*,
        sort_buffer_use.used,
        temp_space.observed_bytes AS temp_bytes,
        memory.observed_bytes AS memory_bytes,
        CASE WHEN index_count = 1 THEN greatest(temp_space.largest_file_bytes, trace.sorted_bytes) END AS file_bytes,
    FROM factors
    JOIN sort_buffer_use ON sort_buffer_use.run_id = factors.run_id
    JOIN trial_setting ON trial_setting.run_id = factors.run_id AND trial_setting.setting = factors.setting
    LEFT JOIN (SELECT trial_id, largest_file_bytes, observed_bytes FROM temp_space) AS temp_space
        ON temp_space.trial_id = trial_setting.trial_id
    LEFT JOIN (SELECT trial_id, observed_bytes FROM sort_memory_model) AS memory ON memory.trial_id = trial_setting.trial_id
    LEFT JOIN (SELECT trial_id, sorted_bytes FROM merge_trace) AS trace ON trace.trial_id = trial_setting.trial_id
    WHERE NOT trial_setting.control AND trial_setting.outcome = 'completed' AND buffer_bytes IS NOT NULL
),
sized AS (
    SELECT *, max(file_bytes) OVER (PARTITION BY run_id) AS sorted_bytes,
    FROM measured
)
SELECT
    run_id,
    setting,
    buffer_bytes,
    index_count,
    traced,
    used,
    any_value(sorted_bytes)::BIGINT AS sorted_bytes,
    if(index_count = 1 AND used, ceil(log2(greatest(1, ceil(any_value(sorted_bytes) / buffer_bytes)))), NULL)::INTEGER AS predicted_passes,
    (avg(temp_bytes) / 1048576)::DECIMAL(12, 1) AS temp_mib,
    (avg(memory_bytes) / 1048576)::DECIMAL(12, 1) AS memory_mib,
FROM sized
GROUP BY run_id, setting, buffer_bytes, index_count, traced, used;
