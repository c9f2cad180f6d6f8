INSERT INTO sysbench_report (file, line, execution_no, report_no, kind, window_s, total_time_s) VALUES
    ('runs/mysql/laptop/20260301-add-index/trials/001/sysbench.log', 20, 1, 1, 'final', 60.1, 60.0),
    ('runs/mysql/laptop/20260301-add-index/trials/001/sysbench.log', 50, 2, 1, 'checkpoint', 30.0, 30.0),
    ('runs/mysql/laptop/20260301-add-index/trials/001/sysbench.log', 60, 2, 2, 'final', 30.0, 60.0),
    ('runs/mysql/laptop/20260301-add-index/trials/001/sysbench.log', 90, 3, 1, 'final', 31.257, 30.0);
