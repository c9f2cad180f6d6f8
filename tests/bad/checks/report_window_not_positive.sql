INSERT INTO sysbench_report (file, line, execution_no, report_no, kind, window_s, total_queries, qps) VALUES
    ('sources/999/excerpts/001/sysbench.log', 1, 1, 1, 'final', 0, 0, 35579.24);
