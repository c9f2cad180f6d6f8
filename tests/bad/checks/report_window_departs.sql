INSERT INTO file VALUES ('sources/999/excerpts/001/sysbench.log', 'sources/999/excerpts/001', 'source', '999', 'sysbench_queries', 'excerpt', 'ab', 200, 3);
INSERT INTO sysbench_report (file, line, execution_no, report_no, kind, window_s, total_queries, qps) VALUES
    ('sources/999/excerpts/001/sysbench.log', 1, 1, 1, 'final', 30.1, 30100, 1000),
    ('sources/999/excerpts/001/sysbench.log', 2, 2, 1, 'final', 30.2, 30200, 1000),
    ('sources/999/excerpts/001/sysbench.log', 3, 3, 1, 'final', 31.3, 31300, 1000);
