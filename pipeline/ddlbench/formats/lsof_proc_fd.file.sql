-- A listing has the time and the process that were printed before it.
SELECT
    file_no,
    line,
    sample_no,
    last_value(taken_at IGNORE NULLS) OVER (PARTITION BY file_no ORDER BY line) AS taken_at,
    NULL::DOUBLE AS monotonic_s,
    NULL::VARCHAR AS command,
    coalesce(pid, last_value(TRY_CAST(listed_pid AS INTEGER) IGNORE NULLS) OVER (PARTITION BY file_no ORDER BY line)) AS pid,
    NULL::INTEGER AS tid,
    user,
    fd,
    fd_mode,
    type,
    device,
    size_bytes,
    NULL::BIGINT AS offset_bytes,
    allocated_bytes,
    inode,
    path,
    deleted,
FROM fold_file
QUALIFY fd IS NOT NULL;
