-- What a block line was, the last function that its thread entered says; lines of functions are no events themselves.
WITH attributed AS (
    SELECT
        *,
        last_value(function IGNORE NULLS) OVER (PARTITION BY file_no, thread ORDER BY line) AS entered,
    FROM fold_event
)
SELECT
    file_no,
    line,
    'trace' AS source,
    thread,
    printed_at,
    CASE
        WHEN kind <> 'block' THEN kind
        WHEN entered = 'row_merge_write' THEN 'write'
        WHEN entered = 'row_merge_read' THEN 'read'
    END AS operation,
    fd,
    block_no,
    offset_bytes,
    second_block_no,
    target_fd,
    target_block_no,
    NULL::BIGINT AS requested_bytes,
    NULL::BIGINT AS bytes,
    NULL::DOUBLE AS duration_s,
    NULL::VARCHAR AS path,
    NULL::BOOLEAN AS deleted,
    NULL::VARCHAR AS error,
    pointer,
    source_line,
FROM attributed
WHERE kind IS NOT NULL;
