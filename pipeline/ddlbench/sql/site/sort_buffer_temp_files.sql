-- Size of the sort file in successive listings, in bytes and in sort buffers; the second temporary file was still empty.
SELECT
    buffer_bytes,
    sample_no,
    size_bytes,
    size_buffers::DECIMAL(18, 0) AS size_buffers,
    growth_bytes,
FROM temp_file_growth
WHERE file LIKE 'sources/003/%' AND size_bytes > 0
ORDER BY buffer_bytes, sample_no;
