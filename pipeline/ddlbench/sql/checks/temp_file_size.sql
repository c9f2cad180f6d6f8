-- The temporary file of a traced build must be a whole number of sort buffers
-- hint: compare `innodb_sort_buffer_size` in `trial.toml` with the listing; servers that write the trace write whole buffers
SELECT file, line, size_bytes, buffer_bytes, remainder_bytes,
FROM temp_file_growth
SEMI JOIN sort_merge_block USING (trial_id)
WHERE remainder_bytes <> 0;
