-- Write passes of InnoDB merge sorts, from the system-call trace: one row each time that a sort file is written from its begin. The first pass of a file of an index writes the sorted buffers; every later one merges lists, so that an index takes ceil(log2(buffers)) of them.
-- pass_no: Which write pass of the trial, in the order in which they begin, counted from 1
-- write_count: Blocks written in this pass
-- written_bytes: Bytes written in this pass
-- last_line: Line of the last write
-- path: Path of the sort file
WITH written AS (
    SELECT
        file.trial_id,
        sort_merge_io.*,
        coalesce(offset_bytes <= lag(offset_bytes) OVER earlier, true) AS begins,
    FROM sort_merge_io
    JOIN file USING (file)
    WHERE source = 'syscall' AND operation = 'write' AND deleted AND offset_bytes IS NOT NULL AND bytes > 0
    WINDOW earlier AS (PARTITION BY sort_merge_io.file, path ORDER BY sort_merge_io.line)
),
numbered AS (
    SELECT *, count(*) FILTER (begins) OVER (PARTITION BY file, path ORDER BY line) AS turn,
    FROM written
)
SELECT
    trial_id,
    row_number() OVER (PARTITION BY file ORDER BY min(line))::INTEGER AS pass_no,
    path,
    count(*)::INTEGER AS write_count,
    sum(bytes)::BIGINT AS written_bytes,
    min(printed_at) AS printed_at,
    file,
    min(line) AS line,
    max(line) AS last_line,
FROM numbered
GROUP BY trial_id, file, path, turn;
