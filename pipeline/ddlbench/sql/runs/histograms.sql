-- The last latency histogram of each load: its outline in a square of 1000 by 1000 over a log scale, and percentiles.
-- The outline has a point every 8 places, as high as the highest bar there: more cannot be seen in a drawing this small.
WITH bar AS (
    SELECT run_id, trial_id, file, sysbench_histogram.line, value_ms, count,
        sum(count) OVER below AS count_to, sum(count) OVER whole AS events,
        max(count) OVER whole AS tallest, ln(min(value_ms) OVER whole) AS low, ln(max(value_ms) OVER whole) AS high,
    FROM run_load
    JOIN changed_run USING (run_id)
    JOIN sysbench_histogram USING (file)
    WHERE sysbench_histogram.execution_no IS NOT DISTINCT FROM run_load.execution_no AND value_ms > 0
    WINDOW whole AS (PARTITION BY file, histogram_no), below AS (whole ORDER BY value_ms)
    QUALIFY histogram_no = max(histogram_no) OVER (PARTITION BY file)
),
outline AS (
    SELECT
        file,
        8 * round(125 * (ln(value_ms) - low) / greatest(high - low, 0.001))::INTEGER AS x,
        (1000 - round(1000 * max(count / tallest)))::INTEGER AS y,
    FROM bar
    GROUP BY file, x
),
drawn AS (
    SELECT *, x - lag(x) OVER points AS "right", y - lag(y) OVER points AS down,
    FROM outline
    WINDOW points AS (PARTITION BY file ORDER BY x)
),
drawing AS (
    SELECT
        file,
        'M0 1000' || string_agg(
            coalesce('l' || "right" || CASE WHEN down < 0 THEN '' ELSE ' ' END || down, 'V' || y), '' ORDER BY x
        ) || 'L1000 1000Z' AS path,
    FROM drawn
    GROUP BY file
)
SELECT
    run_id,
    trial_id,
    file,
    min(line) AS line,
    any_value(events)::BIGINT AS events,
    min(value_ms)::DECIMAL(18, 2) AS lowest_ms,
    min(value_ms) FILTER (count_to >= events * 0.5)::DECIMAL(18, 2) AS p50_ms,
    min(value_ms) FILTER (count_to >= events * 0.95)::DECIMAL(18, 2) AS p95_ms,
    min(value_ms) FILTER (count_to >= events * 0.99)::DECIMAL(18, 2) AS p99_ms,
    min(value_ms) FILTER (count_to >= events * 0.999)::DECIMAL(18, 2) AS p999_ms,
    max(value_ms)::DECIMAL(18, 2) AS highest_ms,
    any_value(path) AS path,
FROM bar
JOIN drawing USING (file)
GROUP BY run_id, trial_id, file
ORDER BY ALL;
