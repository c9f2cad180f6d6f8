-- A merge-sort write must lie at its block number × the sort buffer
-- hint: compare `innodb_sort_buffer_size` in `trial.toml` with the trace
SELECT file, line, block_no, offset_bytes, expected_offset_bytes,
FROM sort_merge_block
WHERE NOT as_expected;
