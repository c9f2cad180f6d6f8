-- Every printed load test beside ADD COLUMN and without DDL, with the mean of its repeats and the time that its printed numbers cover.
SELECT
    repeated.ddl,
    if(
        repeated.buffer_bytes < 1048576,
        repeated.buffer_bytes // 1024 || ' KiB',
        repeated.buffer_bytes // 1048576 || ' MiB'
    ) AS buffer,
    repeated.buffer_bytes,
    repeat_no,
    total_queries,
    qps,
    qps_mean,
    window_s,
FROM sort_buffer_throughput AS repeated
JOIN sort_buffer_throughput_mean AS summary USING (trial_id)
WHERE repeated.source_id = '003'
ORDER BY repeated.buffer_bytes NULLS FIRST, repeat_no;
