-- Published build times of one index by sort buffer, with the change against 1 MiB.
-- key: buffer
SELECT
    if(buffer_bytes < 1048576, buffer_bytes // 1024 || ' KiB', buffer_bytes // 1048576 || ' MiB') AS buffer,
    buffer_bytes,
    duration_s,
    duration_min,
    duration_change_pct,
    speed_change_pct,
FROM sort_buffer_build
WHERE source_id = '003'
ORDER BY buffer_bytes;
