-- The two lines of an interrupted call are one event, at the line where it began.
WITH joined AS (
    SELECT
        *,
        coalesce(thread, TRY_CAST(thread_bare AS INTEGER)) AS tid,
        lead(part) OVER next_line AS next_part,
        lead(bytes) OVER next_line AS next_bytes,
        lead(error) OVER next_line AS next_error,
        lead(duration_s) OVER next_line AS next_duration_s,
        lead(requested_bytes) OVER next_line AS next_requested_bytes,
        lead(offset_bytes) OVER next_line AS next_offset_bytes,
        lag(part) OVER next_line AS previous_part,
    FROM fold_call
    WINDOW next_line AS (PARTITION BY file_no, coalesce(thread, TRY_CAST(thread_bare AS INTEGER)), call ORDER BY line)
)
SELECT
    file_no,
    line,
    'syscall' AS source,
    tid AS thread,
    printed_at,
    CASE WHEN call LIKE '%write%' THEN 'write' ELSE 'read' END AS operation,
    fd,
    NULL::BIGINT AS block_no,
    CASE WHEN part = 'begin' AND next_part = 'end' THEN coalesce(offset_bytes, next_offset_bytes) ELSE offset_bytes END AS offset_bytes,
    NULL::BIGINT AS second_block_no,
    NULL::INTEGER AS target_fd,
    NULL::BIGINT AS target_block_no,
    CASE WHEN part = 'begin' AND next_part = 'end' THEN coalesce(requested_bytes, next_requested_bytes) ELSE requested_bytes END AS requested_bytes,
    CASE WHEN part = 'begin' AND next_part = 'end' THEN next_bytes ELSE bytes END AS bytes,
    CASE WHEN part = 'begin' AND next_part = 'end' THEN next_duration_s ELSE duration_s END AS duration_s,
    path,
    CASE WHEN path IS NOT NULL THEN gone IS NOT NULL OR gone_inside IS NOT NULL END AS deleted,
    CASE WHEN part = 'begin' AND next_part = 'end' THEN next_error ELSE error END AS error,
    NULL::VARCHAR AS pointer,
    NULL::INTEGER AS source_line,
FROM joined
WHERE part <> 'end' OR previous_part IS DISTINCT FROM 'begin';
