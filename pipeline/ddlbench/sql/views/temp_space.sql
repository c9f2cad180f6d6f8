-- Temporary space that a build takes: the largest sum of the sizes of the server's unnamed temporary files at one moment, against the rule of the documentation that a sort file holds the index once and the merge needs a second file of that size: predicted = data of the indexes × 2 for one index, (indexes + 1) × data of one for several in one statement.
-- index_count: Indexes that the statement builds
-- file_count: Files at that moment
-- largest_file_bytes: Size of the largest of them at any moment: the entries of one index
-- predicted_bytes: (Indexes + 1) × the largest file
-- observed_bytes: Greatest sum of all sizes at one moment
-- error_pct: Departure of the prediction in %
WITH moment AS (
    SELECT
        file.trial_id,
        coalesce(monotonic_s, sample_no) AS moment_no,
        inode,
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
)
SELECT
    peak.trial_id,
    coalesce(indexes.value_number, 1)::INTEGER AS index_count,
    file_count,
    largest_file_bytes,
    ((coalesce(indexes.value_number, 1) + 1) * largest_file_bytes)::BIGINT AS predicted_bytes,
    observed_bytes,
    (100 * (coalesce(indexes.value_number, 1) + 1) * largest_file_bytes / nullif(observed_bytes, 0) - 100)::DECIMAL(12, 1)
        AS error_pct,
FROM peak
LEFT JOIN trial_factor AS indexes ON indexes.trial_id = peak.trial_id AND indexes.factor = 'indexes'
WHERE observed_bytes > 0;
