-- Whether and when the load of each trial returned into the band of its baseline after the DDL: the first of a stated number of intervals in a row inside the band.
-- interval_count: Intervals with figures that end after the DDL
-- recovered: Whether the load returned into the band; NULL where too few intervals follow to tell
-- recovery_s: Seconds from the end of the DDL to the begin of the first of the intervals in the band; NULL where the load did not return into it
WITH following AS (
    SELECT
        trial_id,
        run_id,
        greatest(0, starts_s - duration_s) AS since_s,
        tps >= band_tps AS inside,
        count(*) FILTER (tps < band_tps) OVER (PARTITION BY trial_id ORDER BY ends_s, line) AS left_before,
    FROM load_interval
    JOIN baseline USING (trial_id, run_id)
    JOIN (SELECT trial_id, duration_s FROM ddl_window) USING (trial_id)
    WHERE NOT void AND ends_s > duration_s
),
stretch AS (
    SELECT
        trial_id,
        run_id,
        count(*) AS interval_count,
        count(*) FILTER (inside) >= any_value(recovery_intervals) AS long_enough,
        min(since_s) FILTER (inside) AS since_s,
        any_value(recovery_intervals) AS recovery_intervals,
    FROM following
    CROSS JOIN constant
    GROUP BY trial_id, run_id, left_before
)
SELECT
    trial_id,
    run_id,
    sum(interval_count)::INTEGER AS interval_count,
    CASE
        WHEN bool_or(long_enough) THEN true
        WHEN sum(interval_count) >= any_value(recovery_intervals) THEN false
    END AS recovered,
    min(since_s) FILTER (long_enough) AS recovery_s,
FROM stretch
GROUP BY trial_id, run_id;
