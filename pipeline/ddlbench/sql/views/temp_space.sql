-- Temporary space that a build takes: the largest sum of the sizes of the server's unnamed temporary files at one moment, against a rule made of that of the documentation: the entries of every index that the statement builds, and once more those of one index for the merge: predicted = (indexes + 1) × entries of one. The entries of an index lie in one sort file, in MySQL since 8.0.27 in one for each of `innodb_ddl_threads`. The log of an online build comes on top.
-- index_count: Indexes that the statement builds
-- thread_count: Sort files of an index: `innodb_ddl_threads`, or 1 where the server has no such variable
-- file_count: Files at that moment
-- largest_file_bytes: Size of the largest file at any moment, in bytes
-- index_bytes: Entries of one index: greatest sizes of the files that appear first, one for each index and thread, ÷ indexes
-- predicted_bytes: (Indexes + 1) × entries of one index
-- observed_bytes: Greatest sum of all sizes at one moment
-- merge_seen: Whether more files were seen than the sort files, so that the merge lies in the sum: samples are half a second apart
-- error_pct: Departure of the prediction in %; NULL where the merge was not seen
WITH moment AS (
    SELECT
        file.trial_id,
        coalesce(monotonic_s, sample_no) AS moment_no,
        inode,
        min(fd) AS fd,
        max(temp_file_sample.size_bytes) AS size_bytes,
    FROM temp_file_sample
    JOIN file USING (file)
    WHERE file.owner_kind = 'run' AND deleted
    GROUP BY file.trial_id, coalesce(monotonic_s, sample_no), inode
),
summed AS (
    SELECT trial_id, moment_no, sum(size_bytes) AS sum_bytes, count(*) FILTER (size_bytes > 0) AS file_count, max(size_bytes) AS largest_bytes,
    FROM moment
    GROUP BY trial_id, moment_no
),
peak AS (
    SELECT
        trial_id,
        max(sum_bytes)::BIGINT AS observed_bytes,
        arg_max(file_count, (sum_bytes, file_count))::INTEGER AS file_count,
        max(largest_bytes)::BIGINT AS largest_file_bytes,
    FROM summed
    GROUP BY trial_id
    HAVING max(sum_bytes) > 0
),
threads AS (
    SELECT file.trial_id, max(value)::INTEGER AS thread_count,
    FROM server_variable
    JOIN file USING (file)
    WHERE name = 'innodb_ddl_threads' AND moment = 'before'
    GROUP BY file.trial_id
),
ordered AS (
    SELECT
        trial_id,
        max(size_bytes) AS size_bytes,
        row_number() OVER (PARTITION BY trial_id ORDER BY min(moment_no), min(fd), inode) AS file_no,
    FROM moment
    WHERE size_bytes > 0
    GROUP BY trial_id, inode
),
planned AS (
    SELECT
        peak.*,
        coalesce(indexes.value_number, 1)::INTEGER AS index_count,
        coalesce(thread_count, 1) AS thread_count,
    FROM peak
    LEFT JOIN threads USING (trial_id)
    LEFT JOIN trial_factor AS indexes ON indexes.trial_id = peak.trial_id AND indexes.factor = 'indexes'
),
sorted AS (
    SELECT trial_id, sum(size_bytes) AS sort_bytes,
    FROM ordered
    JOIN planned USING (trial_id)
    WHERE file_no <= index_count * thread_count
    GROUP BY trial_id
)
SELECT
    trial_id,
    index_count,
    thread_count,
    file_count,
    largest_file_bytes,
    (sort_bytes // index_count)::BIGINT AS index_bytes,
    ((index_count + 1) * sort_bytes // index_count)::BIGINT AS predicted_bytes,
    observed_bytes,
    file_count > index_count * thread_count AS merge_seen,
    CASE WHEN file_count > index_count * thread_count
        THEN 100 * (index_count + 1) * sort_bytes / index_count / observed_bytes - 100 END::DECIMAL(12, 1) AS error_pct,
FROM planned
JOIN sorted USING (trial_id);
