-- A row must come from a line of a known file
-- hint: the parse store is older than the file; delete `build/` and run `make site`
SELECT file, line, table_name, line_count,
FROM log_row
LEFT JOIN file USING (file)
WHERE line_count IS NULL OR line NOT BETWEEN 1 AND line_count;
