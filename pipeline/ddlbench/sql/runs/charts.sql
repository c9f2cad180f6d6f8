-- Throughput and latency of each load as paths in a square of 1000 by 1000, at most 240 points a line.
-- Steps from point to point are shorter than places. Where a point covers several seconds, throughput is their mean and latency their highest value.
WITH shape AS (
    SELECT run_id, trial_id, file, execution_no, ends_at_s, greatest(1, ceil(ends_at_s / 240))::INTEGER AS step_s,
    FROM run_load
    JOIN changed_run USING (run_id)
),
point AS (
    SELECT
        run_id,
        trial_id,
        shape.file,
        ends_at_s,
        step_s,
        (ceil(elapsed_s / step_s) * step_s)::INTEGER AS second,
        max(latency_percentile) AS percentile,
        avg(coalesce(tps, events_per_s)::DECIMAL(28, 9)) AS throughput,
        max(latency_ms) AS latency,
    FROM shape
    JOIN sysbench_interval USING (file)
    WHERE sysbench_interval.execution_no IS NOT DISTINCT FROM shape.execution_no AND elapsed_s > 0
    GROUP BY ALL
),
long AS (
    FROM point
    UNPIVOT INCLUDE NULLS (value FOR measure IN (throughput, latency))
),
scaled AS (
    SELECT
        *,
        max(percentile) OVER drawing AS shown_percentile,
        greatest(max(value) OVER drawing, 0.001) AS highest,
        pow(10, floor(log10(highest))) AS unit,
        unit * CASE WHEN highest <= unit THEN 1 WHEN highest <= 2 * unit THEN 2 WHEN highest <= 4 * unit THEN 4
            WHEN highest <= 6 * unit THEN 6 WHEN highest <= 8 * unit THEN 8 ELSE 10 END AS top,
        least(1000, second * 1000 // ends_at_s) AS x,
        (1000 - round(1000 * value / top))::INTEGER AS y,
        value IS NULL OR lag(value) OVER line IS NULL OR second - lag(second) OVER line > step_s AS is_start,
    FROM long
    WINDOW
        drawing AS (PARTITION BY trial_id, measure),
        line AS (PARTITION BY trial_id, measure ORDER BY second)
),
drawn AS (
    SELECT *, x - lag(x) OVER line AS "right", y - lag(y) OVER line AS down,
    FROM scaled
    WINDOW line AS (PARTITION BY trial_id, measure ORDER BY second)
)
SELECT
    run_id,
    trial_id,
    measure,
    any_value(file) AS file,
    any_value(shown_percentile) AS percentile,
    any_value(ends_at_s) AS ends_at_s,
    any_value(step_s) AS step_s,
    any_value(CASE WHEN top >= 2 THEN top::DECIMAL(18, 0)::VARCHAR ELSE top::DECIMAL(18, 3)::VARCHAR END) AS top,
    any_value(CASE WHEN top >= 2 THEN (top / 2)::DECIMAL(18, 0)::VARCHAR ELSE (top / 2)::DECIMAL(18, 3)::VARCHAR END)
        AS half,
    string_agg(
        CASE WHEN is_start THEN 'M' || x || ' ' || y
            ELSE 'l' || "right" || CASE WHEN down < 0 THEN '' ELSE ' ' END || down END,
        '' ORDER BY second
    ) AS path,
FROM drawn
WHERE value IS NOT NULL
GROUP BY run_id, trial_id, measure
ORDER BY ALL;
