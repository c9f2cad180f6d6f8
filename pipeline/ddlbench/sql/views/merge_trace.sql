-- Sort-merge model against traces of whole builds: blocks of the first write, bytes written to sort files and their amplification, as the system calls show them, beside what blocks, passes = ceil(log2(blocks)) and buffer predict. Only traces of system calls (format `merge_write_trace`) hold a whole build; excerpts of publications do not. Only servers whose builds use the sort buffer.
-- buffer_bytes: `innodb_sort_buffer_size` in bytes
-- index_count: Indexes that the statement builds
-- file_count: Sort files
-- first_block_count: Blocks of the first write: sort buffers that the fullest file holds
-- written_bytes: Bytes written to sort files
-- sorted_bytes: Bytes of the first write: the size of the largest sort file, times the indexes
-- predicted_passes: ceil(log2(blocks))
-- predicted_bytes: Bytes sorted × (1 + passes)
-- amplification: Bytes written ÷ bytes sorted
-- error_pct: Departure of the predicted bytes from those written in %
WITH call AS (
    SELECT file.trial_id, sort_merge_io.path, sum(bytes) AS bytes, max(offset_bytes + bytes) AS size_bytes,
    FROM sort_merge_io
    JOIN file USING (file)
    JOIN sort_buffer_use ON sort_buffer_use.run_id = file.owner_id AND used
    WHERE source = 'syscall' AND operation = 'write' AND deleted AND bytes > 0 AND file.owner_kind = 'run'
    GROUP BY ALL
),
summed AS (
    SELECT
        call.trial_id,
        buffer.value_number::BIGINT AS buffer_bytes,
        coalesce(any_value(indexes.value_number), 1)::INTEGER AS index_count,
        count(*)::INTEGER AS file_count,
        sum(call.bytes)::BIGINT AS written_bytes,
        max(call.size_bytes)::BIGINT AS size_bytes,
    FROM call
    JOIN trial_factor AS buffer ON buffer.trial_id = call.trial_id AND buffer.factor = 'innodb_sort_buffer_size'
    LEFT JOIN trial_factor AS indexes ON indexes.trial_id = call.trial_id AND indexes.factor = 'indexes'
    GROUP BY call.trial_id, buffer.value_number
),
predicted AS (
    SELECT
        *,
        ceil(size_bytes / buffer_bytes)::BIGINT AS first_block_count,
        size_bytes * index_count AS sorted_bytes,
        ceil(log2(greatest(1, ceil(size_bytes / buffer_bytes))))::INTEGER AS predicted_passes,
    FROM summed
)
SELECT
    trial_id,
    buffer_bytes,
    index_count,
    file_count,
    first_block_count,
    predicted_passes,
    sorted_bytes,
    written_bytes,
    (sorted_bytes * (1 + predicted_passes))::BIGINT AS predicted_bytes,
    (written_bytes / sorted_bytes)::DECIMAL(9, 2) AS amplification,
    (100 * sorted_bytes * (1 + predicted_passes) / written_bytes - 100)::DECIMAL(9, 2) AS error_pct,
FROM predicted;
