INSERT INTO file (file, trial_id, owner_kind, owner_id, format, evidence_level, sha256, size_bytes, line_count) VALUES
    ('runs/mysql/laptop/20260301-add-index/trials/001/sysbench.log', 'runs/mysql/laptop/20260301-add-index/trials/001', 'run', 'mysql/laptop/20260301-add-index', 'sysbench', 'raw', 'aa', 1, 99);
INSERT INTO trial_factor VALUES ('runs/mysql/laptop/20260301-add-index/trials/001', 'workload', 'oltp_read_write', NULL, NULL);
INSERT INTO sysbench_report (file, line, execution_no, report_no, kind, total_queries, transactions, ignored_errors) VALUES
    ('runs/mysql/laptop/20260301-add-index/trials/001/sysbench.log', 20, 1, 1, 'final', 20000, 1000, 0),
        ('runs/mysql/laptop/20260301-add-index/trials/001/sysbench.log', 50, 2, 1, 'final', 20500, 1000, 3),
    ('runs/mysql/laptop/20260301-add-index/trials/001/sysbench.log', 80, 3, 1, 'final', 20500, 1000, 0);
