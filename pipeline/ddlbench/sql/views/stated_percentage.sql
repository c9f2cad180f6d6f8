-- Percentages that publications state for a change (`asserted.change` of a claim), recomputed from the figures of the same publication.
-- change: What changed: `ddl_time_saved`, `throughput_lost_off`, `throughput_lost_on` or `build_time_saved`
-- stated_low_pct: The percentage as stated, or the lower end of what is stated
-- stated_high_pct: The upper end; NULL for "more than"
-- least_pct: Least percentage that the figures give, in time or in speed
-- most_pct: Greatest percentage that the figures give; NULL where the figure is a bound itself
WITH recomputed AS (
    SELECT source_id, 'ddl_time_saved' AS change, min(time_saved_pct) AS least_pct, max(time_saved_pct) AS most_pct,
    FROM faster_ddl
    GROUP BY source_id
    UNION ALL
    SELECT
        source_id,
        'throughput_lost_' || lower(string_split(state, ' ')[-1]),
        -tps_change_pct,
        if(is_bound, NULL, -tps_change_pct),
    FROM temporary_table_load
    WHERE state LIKE 'innodb_rds_faster_ddl %'
    UNION ALL
    SELECT
        source_id,
        'build_time_saved',
        least(-duration_change_pct, speed_change_pct),
        greatest(-duration_change_pct, speed_change_pct),
    FROM sort_buffer_build
    WHERE buffer_bytes = 67108864
)
SELECT
    claim_id,
    source_id,
    change,
    coalesce(asserted ->> '$.low_pct', asserted ->> '$.claimed_pct')::DECIMAL(9, 2) AS stated_low_pct,
    CASE WHEN (asserted ->> '$.relation') IS DISTINCT FROM 'more than'
        THEN coalesce(asserted ->> '$.high_pct', asserted ->> '$.claimed_pct') END::DECIMAL(9, 2) AS stated_high_pct,
    least_pct::DECIMAL(9, 2) AS least_pct,
    most_pct::DECIMAL(9, 2) AS most_pct,
FROM claim
JOIN recomputed USING (source_id)
WHERE (asserted ->> '$.change') = change;
