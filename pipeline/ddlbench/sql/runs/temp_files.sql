-- Size of all temporary files together over time as a path in a square of 1000 by 1000, from the first sample on.
WITH sample AS (
    SELECT file.owner_id AS run_id, file.trial_id, file, temp_file_sample.monotonic_s, min(line) AS line,
        coalesce(sum(temp_file_sample.size_bytes), 0)::BIGINT AS size_bytes, count(inode) AS file_count,
    FROM temp_file_sample
    JOIN file USING (file)
    JOIN changed_run ON changed_run.run_id = file.owner_id
    WHERE file.owner_kind = 'run' AND temp_file_sample.monotonic_s IS NOT NULL
    GROUP BY ALL
),
scaled AS (
    SELECT *, monotonic_s - min(monotonic_s) OVER trial AS second, max(size_bytes) OVER trial AS peak_bytes,
        greatest(max(monotonic_s) OVER trial - min(monotonic_s) OVER trial, 0.001) AS length_s,
    FROM sample
    WINDOW trial AS (PARTITION BY trial_id)
),
thinned AS (
    FROM scaled
    WHERE peak_bytes > 0
    QUALIFY row_number() OVER (PARTITION BY trial_id, (second * 240 / length_s)::INTEGER ORDER BY size_bytes DESC, line) = 1
),
placed AS (
    SELECT
        *,
        (second * 1000 / length_s)::INTEGER AS x,
        (1000 - size_bytes * 1000 // peak_bytes)::INTEGER AS y,
    FROM thinned
),
drawn AS (
    SELECT *, x - lag(x) OVER line AS "right", y - lag(y) OVER line AS down,
    FROM placed
    WINDOW line AS (PARTITION BY trial_id ORDER BY second)
)
SELECT
    run_id,
    trial_id,
    any_value(file) AS file,
    arg_max(line, (size_bytes, -line)) AS line,
    any_value(length_s)::DECIMAL(18, 1) AS length_s,
    any_value(peak_bytes) AS peak_bytes,
    (any_value(peak_bytes) / 1048576)::DECIMAL(18, 1) AS peak_mib,
    max(file_count) AS file_count,
    string_agg(
        coalesce('l' || "right" || CASE WHEN down < 0 THEN '' ELSE ' ' END || down, 'M' || x || ' ' || y),
        '' ORDER BY second
    ) AS path,
FROM drawn
GROUP BY run_id, trial_id
ORDER BY ALL;
