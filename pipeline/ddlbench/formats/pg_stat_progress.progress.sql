-- Samples with each figure from where it stands: in a pattern of its own, or in the cell below its name. The rows of a
-- table, one below the other, have the time above its heading.
WITH sample AS (
    SELECT
        *,
        count(heading) OVER (
            PARTITION BY file_no
            ORDER BY line
            ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        ) AS table_no,
    FROM fold_progress
),
beside AS (
    SELECT
        *,
        max(heading) OVER head AS names,
        -- A title, two blank lines, the heading and its ruler stand above the first row.
        line = min(CASE WHEN heading IS NULL THEN line END) OVER head + row_number() OVER (head ORDER BY line) - 2
        AND row_number() OVER (head ORDER BY line) + 5 >= line - min(line) OVER head AS is_below,
        max(CASE WHEN heading IS NOT NULL THEN watched_at END) OVER head AS head_watched_at,
    FROM sample
    WINDOW head AS (PARTITION BY file_no, table_no)
),
split AS (
    SELECT
        * REPLACE (
            list_transform(string_split(names, '|'), lambda each: trim(each)) AS names,
            list_transform(string_split(cells, '|'), lambda each: nullif(trim(each), '')) AS cells,
            coalesce(watched_at, CASE WHEN is_below THEN head_watched_at END) AS watched_at
        ),
    FROM beside
    WHERE stage IS NOT NULL OR cells IS NOT NULL
),
-- A table is named by its number, or by its name (`relid::regclass`).
named AS (
    SELECT
        * REPLACE (
            coalesce(
                sampled_at, cells[list_position(names, 'sampled_at')], cells[list_position(names, 'now')],
                cells[list_position(names, 'clock_timestamp')], cells[list_position(names, 'ts')]
            ) AS sampled_at,
            coalesce(pid, TRY_CAST(cells[list_position(names, 'pid')] AS INTEGER)) AS pid,
            coalesce(datname, cells[list_position(names, 'datname')]) AS datname,
            coalesce(
                relname, cells[list_position(names, 'relname')], cells[list_position(names, 'table_name')],
                regexp_extract(cells[list_position(names, 'relid')], '^.*\D.*$', 0, 's')
            ) AS relname,
            coalesce(relid, TRY_CAST(cells[list_position(names, 'relid')] AS BIGINT)) AS relid,
            coalesce(index_relid, TRY_CAST(cells[list_position(names, 'index_relid')] AS BIGINT)) AS index_relid,
            coalesce(command, cells[list_position(names, 'command')]) AS command,
            coalesce(stage, cells[list_position(names, 'phase')]) AS stage,
            coalesce(lockers_total, TRY_CAST(cells[list_position(names, 'lockers_total')] AS BIGINT)) AS lockers_total,
            coalesce(lockers_done, TRY_CAST(cells[list_position(names, 'lockers_done')] AS BIGINT)) AS lockers_done,
            coalesce(current_locker_pid, TRY_CAST(cells[list_position(names, 'current_locker_pid')] AS INTEGER))
                AS current_locker_pid,
            coalesce(blocks_total, TRY_CAST(cells[list_position(names, 'blocks_total')] AS BIGINT)) AS blocks_total,
            coalesce(blocks_done, TRY_CAST(cells[list_position(names, 'blocks_done')] AS BIGINT)) AS blocks_done,
            coalesce(tuples_total, TRY_CAST(cells[list_position(names, 'tuples_total')] AS BIGINT)) AS tuples_total,
            coalesce(tuples_done, TRY_CAST(cells[list_position(names, 'tuples_done')] AS BIGINT)) AS tuples_done,
            coalesce(partitions_total, TRY_CAST(cells[list_position(names, 'partitions_total')] AS BIGINT)) AS partitions_total,
            coalesce(partitions_done, TRY_CAST(cells[list_position(names, 'partitions_done')] AS BIGINT)) AS partitions_done
        ),
    FROM split
)
SELECT
    file_no,
    line,
    coalesce(sampled_at, watched_at) AS sampled_at,
    NULL::DOUBLE AS monotonic_s,
    pid,
    datname,
    nullif(relname, '') AS relname,
    relid,
    index_relid,
    command,
    CASE
        WHEN stage LIKE 'waiting for %' THEN 'waiting_for_lock'
        WHEN stage LIKE 'index validation%' THEN 'applying_log'
        WHEN stage LIKE 'building index%' THEN 'building'
        ELSE 'other'
    END AS phase,
    stage,
    NULL::DOUBLE AS work_done,
    NULL::DOUBLE AS work_total,
    lockers_total,
    lockers_done,
    current_locker_pid,
    blocks_total,
    blocks_done,
    tuples_total,
    tuples_done,
    partitions_total,
    partitions_done,
FROM named
WHERE stage IS NOT NULL;
