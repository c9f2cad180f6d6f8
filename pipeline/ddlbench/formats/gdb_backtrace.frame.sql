-- A frame belongs to the thread that was named above it, in the same file; what gdb wrapped is one text again.
WITH joined AS (
    SELECT * REPLACE (trim(regexp_replace(tail, '\s+', ' ', 'g')) AS tail)
    FROM fold_frame
),
-- Frames whose line ends were lost stand on one line.
glued AS (
    SELECT
        joined.* EXCLUDE (tail),
        unnest(coalesce(
            string_split(regexp_replace(tail, '( at \S+?:\d+)(#\d+ )', '\1' || chr(10) || '\2', 'g'), chr(10)), [NULL]
        )) AS tail,
    FROM joined
),
single AS (
    SELECT * REPLACE (
        coalesce(TRY_CAST(nullif(regexp_extract(tail, '^#(\d+) ', 1), '') AS INTEGER), frame_no) AS frame_no,
        CASE WHEN tail LIKE '#%' THEN nullif(regexp_extract(tail, '^#\d+ +(0x[0-9a-f]+) in ', 1), '') ELSE address END
            AS address,
        CASE WHEN tail LIKE '#%' THEN regexp_extract(tail, '^#\d+ +(?:0x[0-9a-f]+ in )?(.+?) \(', 1) ELSE function END
            AS function,
        CASE WHEN tail LIKE '#%' THEN regexp_extract(tail, ' (\(.*)$', 1) ELSE tail END AS tail
    )
    FROM glued
),
-- Where the number stands again, it is that of an empty source line.
unwrapped AS (
    SELECT * REPLACE (
        CASE
            WHEN regexp_extract(tail, ' at \S+:(\d+) \d+$', 1) = nullif(regexp_extract(tail, ' (\d+)$', 1), '')
            THEN regexp_replace(tail, '( at \S+) \d+$', '\1')
            ELSE regexp_replace(tail, '( at \S+) (:?\d+)$', '\1\2')
        END AS tail
    )
    FROM single
)
SELECT
    file_no,
    line,
    -- A thread can be named without its number: that of the one before is not its own.
    (
        last_value(CASE WHEN lwp IS NOT NULL OR thread_no IS NOT NULL THEN {'number': thread_no} END IGNORE NULLS)
        OVER (PARTITION BY file_no ORDER BY line)
    ).number AS thread_no,
    last_value(TRY_CAST(lwp AS INTEGER) IGNORE NULLS) OVER (PARTITION BY file_no ORDER BY line) AS tid,
    frame_no,
    address,
    function,
    nullif(regexp_extract(tail, '^\((.*)\)(?: from \S+| at \S+)?$', 1), '') AS arguments,
    nullif(regexp_extract(tail, '(?:^| )at (\S+?)(?::\d+)?$', 1), '') AS source_file,
    TRY_CAST(nullif(regexp_extract(tail, '(?:^| )at \S+:(\d+)$', 1), '') AS INTEGER) AS source_line,
    nullif(regexp_extract(tail, ' from (\S+)$', 1), '') AS library,
FROM unwrapped
QUALIFY frame_no IS NOT NULL;
