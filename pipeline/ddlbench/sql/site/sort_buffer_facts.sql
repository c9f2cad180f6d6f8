-- Numbers of the report on the InnoDB sort buffer that belong to no single buffer size.
WITH build AS (
    SELECT
        max(duration_change_pct) FILTER (WHERE buffer_bytes = 65536)::DECIMAL(9, 1) AS time_added_64kib_pct,
        max(-duration_change_pct) FILTER (WHERE buffer_bytes = 67108864) AS time_saved_64mib_pct,
        max(speed_change_pct) FILTER (WHERE buffer_bytes = 67108864) AS speed_gain_64mib_pct,
        (sum(saved_s) FILTER (WHERE buffer_bytes > 1048576) / 60)::DECIMAL(9, 1) AS saved_64mib_min,
        sum(doublings) FILTER (WHERE buffer_bytes > 1048576) AS doublings_64mib,
        max(saved_per_doubling_s) FILTER (WHERE buffer_bytes = 1048576) AS saved_per_doubling_1mib_s,
        max(saved_per_doubling_s) FILTER (WHERE buffer_bytes > 1048576) AS saved_per_doubling_largest_s,
        max(saved_per_doubling_s) FILTER (WHERE buffer_bytes = 67108864) AS saved_per_doubling_64mib_s,
    FROM sort_buffer_build
    WHERE source_id = '003'
),
load AS (
    SELECT
        any_value(qps_mean) FILTER (WHERE ddl = 'none') AS no_ddl_qps_mean,
        any_value(qps_sd) FILTER (WHERE ddl = 'none') AS no_ddl_qps_sd,
        max(-change_1mib_pct) FILTER (WHERE buffer_bytes = 8388608) AS drop_8mib_pct,
        max(-change_1mib_pct) FILTER (WHERE buffer_bytes > 1048576) AS drop_largest_pct,
        any_value(repeat_count) AS repeat_count,
    FROM sort_buffer_throughput_mean
    WHERE source_id = '003'
),
load_window AS (
    SELECT
        count(*) AS load_test_count,
        min(window_s) AS window_shortest_s,
        max(window_s, 2)[2] AS window_longest_usual_s,
        max(window_s) AS window_longest_s,
        max(100 * total_queries / 30 / qps - 100)::DECIMAL(9, 1) AS overstated_pct,
    FROM sort_buffer_throughput
    WHERE source_id = '003'
),
trace AS (
    SELECT count(*) AS block_count,
    FROM sort_merge_block
    WHERE file LIKE 'sources/003/%' AND as_expected
),
stated AS (
    SELECT
        max(published) FILTER (WHERE measure = 'table_rows')::BIGINT AS table_rows,
        max(published) FILTER (WHERE measure = 'data_size_mb')::DECIMAL(9, 0) AS data_size_mb,
        max(published) FILTER (WHERE item = 'load_threads')::INTEGER AS load_threads,
        max(published) FILTER (WHERE item = 'load_duration_s')::INTEGER AS load_duration_s,
        max(published) FILTER (WHERE item = 'repeats')::INTEGER AS repeats_run,
    FROM fact
    WHERE source_id = '003'
),
memory AS (
    SELECT
        max(value) FILTER (WHERE measure = 'used_memory_mb')::INTEGER AS memory_used_mb,
        max(value) FILTER (WHERE measure = 'returned_memory_mb')::INTEGER AS memory_returned_mb,
        memory_used_mb - memory_returned_mb AS memory_kept_mb,
    FROM figure
    WHERE file LIKE 'sources/003/%'
)
SELECT *,
FROM build, load, load_window, trace, stated, memory
ORDER BY ALL;
