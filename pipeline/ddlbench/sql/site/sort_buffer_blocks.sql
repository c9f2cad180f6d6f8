-- Blocks that the printed merge-sort traces show, with the offset that block number × sort buffer predicts.
SELECT
    buffer_bytes,
    block_no,
    offset_bytes,
    expected_offset_bytes,
FROM sort_merge_block
WHERE file LIKE 'sources/003/%'
ORDER BY buffer_bytes, block_no;
