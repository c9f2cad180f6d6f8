INSERT INTO file VALUES
    ('sources/999/excerpts/001/trace.log', 'sources/999/excerpts/001', 'source', '999', 'ib_merge_sort', 'excerpt', 'ab', 400, 2),
    ('sources/999/excerpts/001/lsof.log', 'sources/999/excerpts/001', 'source', '999', 'lsof', 'excerpt', 'cd', 400, 2);
INSERT INTO trial_factor VALUES ('sources/999/excerpts/001', 'innodb_sort_buffer_size', '1048576', 1048576, 'bytes');
INSERT INTO sort_merge_io (file, line, thread, operation, fd, block_no, offset_bytes) VALUES
    ('sources/999/excerpts/001/trace.log', 1, 1, 'block_end', 41, 1, NULL),
    ('sources/999/excerpts/001/trace.log', 2, 1, 'write', 41, NULL, 1048576);
INSERT INTO temp_file_sample (file, line, sample_no, pid, fd, size_bytes, inode) VALUES
    ('sources/999/excerpts/001/lsof.log', 1, 1, 624, 41, 20971520, 3303241),
    ('sources/999/excerpts/001/lsof.log', 2, 2, 624, 41, 20971521, 3303241);
