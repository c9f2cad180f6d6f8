-- A listing has the time that was printed before it.
SELECT
    file_no,
    line,
    sample_no,
    last_value(taken_at IGNORE NULLS) OVER (PARTITION BY file_no ORDER BY line) AS taken_at,
    NULL::DOUBLE AS monotonic_s,
    command,
    pid,
    tid,
    user,
    fd,
    fd_mode,
    type,
    device,
    size_bytes,
    offset_bytes,
    NULL::BIGINT AS allocated_bytes,
    inode,
    path,
    deleted,
FROM fold_file
QUALIFY pid IS NOT NULL;
