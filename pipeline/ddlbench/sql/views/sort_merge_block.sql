-- Blocks of the InnoDB merge-sort trace: each block end with the write that follows it, and the offset that block number × sort buffer predicts.
-- expected_offset_bytes: Block number × buffer
-- as_expected: Whether the block was written there
-- block_line: Line of the block end in the trace
-- buffer_bytes: `innodb_sort_buffer_size` in bytes
WITH event AS (
    SELECT
        file.trial_id,
        buffer.value_number::BIGINT AS buffer_bytes,
        sort_merge_io.*,
        lag(operation) OVER before AS operation_before,
        lag(block_no) OVER before AS block_before,
        lag(sort_merge_io.line) OVER before AS line_before,
    FROM sort_merge_io
    JOIN file USING (file)
    LEFT JOIN trial_factor AS buffer ON buffer.trial_id = file.trial_id AND buffer.factor = 'innodb_sort_buffer_size'
    WINDOW before AS (PARTITION BY sort_merge_io.file, thread, fd ORDER BY sort_merge_io.line)
)
SELECT
    trial_id,
    buffer_bytes,
    fd,
    block_before AS block_no,
    offset_bytes,
    block_before * buffer_bytes AS expected_offset_bytes,
    offset_bytes = block_before * buffer_bytes AS as_expected,
    file,
    line_before AS block_line,
    line,
FROM event
WHERE operation = 'write' AND operation_before = 'block_end';
