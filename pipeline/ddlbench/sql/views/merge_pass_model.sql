-- Merge passes of a two-way merge sort, for the published builds of `sort_buffer_build`: blocks = ceil(entries × bytes an entry ÷ buffer), passes = ceil(log2(blocks)), bytes written = data × (1 + passes). InnoDB merges two lists at a time until one is left (`row_merge_sort` in row0merge.cc, up to 8.0.26). Bytes an entry are an estimate of ours: 24 for each CHAR(24) column of the index, as `create index` of the publication names them, and 6 for a primary key of a SMALLINT and an INT; record headers are left out.
-- entry_bytes: Bytes of an index entry, estimated
-- data_bytes: Entries × bytes an entry: what is sorted
-- block_count: Sort buffers that the data fills: lists that the first merge pass meets
-- merge_passes: Passes over the data after the first write
-- written_bytes: Bytes that the sort writes, the first write included
-- amplification: Bytes written ÷ bytes sorted
-- predicted_s: Duration by the line that fits the six builds best: seconds = base + seconds a pass × passes
-- base_s: Base of the line that fits best: seconds that a build takes without any merge pass
-- pass_s: Seconds a pass of the line that fits best
-- fit: Share of the variation of the durations that the passes explain (R²)
-- error_pct: Departure of the prediction from the published duration in %
WITH entry AS (
    SELECT DISTINCT
        file.owner_id AS source_id,
        24 * len(regexp_extract_all(ddl_statement.statement, 's_dist_\d+')) + 6 AS entry_bytes,
        fact.value AS entries,
    FROM ddl_statement
    JOIN file USING (file)
    JOIN fact ON fact.source_id = file.owner_id AND fact.measure = 'table_rows'
    WHERE file.owner_kind = 'source' AND ddl_statement.outcome = 'completed' AND ddl_statement.statement LIKE 'create index%'
),
predicted AS (
    SELECT
        sort_buffer_build.*,
        entry.entry_bytes,
        (entry.entry_bytes * entry.entries)::BIGINT AS data_bytes,
        ceil(entry.entry_bytes * entry.entries / buffer_bytes)::BIGINT AS block_count,
        ceil(log2(ceil(entry.entry_bytes * entry.entries / buffer_bytes)))::INTEGER AS merge_passes,
    FROM sort_buffer_build
    JOIN entry USING (source_id)
),
fitted AS (
    SELECT
        *,
        regr_slope(duration_s, merge_passes) OVER (PARTITION BY source_id) AS pass_s,
        regr_intercept(duration_s, merge_passes) OVER (PARTITION BY source_id) AS base_s,
        regr_r2(duration_s, merge_passes) OVER (PARTITION BY source_id) AS fit,
    FROM predicted
)
SELECT
    source_id,
    trial_id,
    buffer_bytes,
    entry_bytes,
    data_bytes,
    block_count,
    merge_passes,
    (data_bytes::HUGEINT * (1 + merge_passes))::BIGINT AS written_bytes,
    (1 + merge_passes)::DECIMAL(9, 1) AS amplification,
    duration_s,
    (base_s + pass_s * merge_passes)::DECIMAL(12, 1) AS predicted_s,
    base_s::DECIMAL(12, 1) AS base_s,
    pass_s::DECIMAL(12, 1) AS pass_s,
    fit::DECIMAL(9, 3) AS fit,
    (100 * (base_s + pass_s * merge_passes) / duration_s - 100)::DECIMAL(9, 2) AS error_pct,
    file,
    line,
FROM fitted;
