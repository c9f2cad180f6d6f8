-- Throughput beside ADD COLUMN by sort buffer: mean and spread of the repeats, with the change against no DDL and against 1 MiB.
-- key: buffer
SELECT
    if(buffer_bytes < 1048576, buffer_bytes // 1024 || ' KiB', buffer_bytes // 1048576 || ' MiB') AS buffer,
    repeat_count,
    qps_mean,
    qps_sd,
    qps_min,
    qps_max,
    change_no_ddl_pct,
    change_1mib_pct,
FROM sort_buffer_throughput_mean
WHERE source_id = '003' AND ddl <> 'none'
ORDER BY buffer_bytes;
