-- Mean and sample standard deviation of the repeats of `sort_buffer_throughput`, with the change against the load without DDL and against the 1 MiB buffer.
-- repeat_count: Repeats
-- qps_mean: Mean of the printed QPS
-- qps_sd: Sample standard deviation of the printed QPS
-- qps_cv_pct: Sample standard deviation of the printed QPS in % of their mean
-- qps_min: Least printed QPS
-- qps_max: Greatest printed QPS
-- change_no_ddl_pct: Change of the mean against the load without DDL in %
-- change_1mib_pct: Change of the mean against the 1 MiB buffer in %
WITH summary AS (
    SELECT
        source_id,
        trial_id,
        ddl,
        buffer_bytes,
        count(*)::INTEGER AS repeat_count,
        avg(qps::DECIMAL(28, 9)) AS qps_mean,
        stddev_samp(qps) AS qps_sd,
        min(qps) AS qps_min,
        max(qps) AS qps_max,
    FROM sort_buffer_throughput
    GROUP BY source_id, trial_id, ddl, buffer_bytes
),
compared AS (
    SELECT
        *,
        max(qps_mean) FILTER (WHERE ddl = 'none') OVER (PARTITION BY source_id) AS qps_no_ddl,
        max(qps_mean) FILTER (WHERE buffer_bytes = 1048576) OVER (PARTITION BY source_id, ddl) AS qps_1mib,
    FROM summary
)
SELECT
    source_id,
    trial_id,
    ddl,
    buffer_bytes,
    repeat_count,
    qps_mean::DECIMAL(12, 1) AS qps_mean,
    qps_sd::DECIMAL(12, 1) AS qps_sd,
    (100 * qps_sd / qps_mean)::DECIMAL(9, 2) AS qps_cv_pct,
    qps_min,
    qps_max,
    (100 * qps_mean / qps_no_ddl - 100)::DECIMAL(9, 1) AS change_no_ddl_pct,
    (100 * qps_mean / qps_1mib - 100)::DECIMAL(9, 1) AS change_1mib_pct,
FROM compared;
