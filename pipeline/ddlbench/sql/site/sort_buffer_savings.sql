-- Build time that each step to a larger sort buffer saved, in total and for each doubling of the buffer.
-- key: buffer
SELECT
    if(buffer_bytes < 1048576, buffer_bytes // 1024 || ' KiB', buffer_bytes // 1048576 || ' MiB') AS buffer,
    buffer_bytes,
    doublings,
    saved_s,
    saved_per_doubling_s,
FROM sort_buffer_build
WHERE source_id = '003' AND doublings IS NOT NULL
ORDER BY buffer_bytes;
