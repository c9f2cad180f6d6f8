-- Memory of a build by the formula of the manual (`innodb_sort_buffer_size`, MySQL 5.7 and 8.0, as the publication of source 003 quotes it): 6 × 3 × buffer + 2 × partitions × indexes × (buffer ÷ least entry) × 8. One partition; the least entry is taken as 8 bytes, two integers, which gives 18 × buffer + 2 × indexes × buffer. Against the memory that the server gained in trials of runs.
-- buffer_bytes: `innodb_sort_buffer_size` in bytes
-- index_count: Indexes that the statement builds
-- predicted_bytes: Bytes by the formula
-- observed_bytes: Greatest resident memory of the server from the start of the DDL to a second after its end, beyond that of the last sample before it; samples are a second apart, so that short peaks can be missing
-- error_pct: Departure of the prediction in %; the memory of the server grows by its caches too
WITH gained AS (
    SELECT
        file.trial_id,
        max(server_rss_bytes) FILTER (monotonic_s > ddl_started_s)
            - max_by(server_rss_bytes, monotonic_s) FILTER (monotonic_s <= ddl_started_s) AS observed_bytes,
    FROM server_sample
    JOIN file USING (file)
    JOIN ddl_window USING (trial_id)
    WHERE monotonic_s <= ddl_started_s + duration_s + 1 AND NOT control
    GROUP BY file.trial_id
),
predicted AS (
    SELECT
        gained.*,
        buffer.value_number::BIGINT AS buffer_bytes,
        coalesce(indexes.value_number, 1)::INTEGER AS index_count,
        (6 * 3 * buffer_bytes + 2 * index_count * (buffer_bytes // 8) * 8)::BIGINT AS predicted_bytes,
    FROM gained
    JOIN trial_factor AS buffer ON buffer.trial_id = gained.trial_id AND buffer.factor = 'innodb_sort_buffer_size'
    LEFT JOIN trial_factor AS indexes ON indexes.trial_id = gained.trial_id AND indexes.factor = 'indexes'
)
SELECT
    trial_id,
    buffer_bytes,
    index_count,
    predicted_bytes,
    observed_bytes,
    (100 * predicted_bytes / nullif(observed_bytes, 0) - 100)::DECIMAL(12, 1) AS error_pct,
FROM predicted;
