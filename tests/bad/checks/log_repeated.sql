INSERT INTO file (file, trial_id, owner_kind, owner_id, format, evidence_level, sha256, size_bytes, line_count) VALUES
    ('runs/mysql/laptop/20260301-add-index/trials/001/sysbench.log', 'runs/mysql/laptop/20260301-add-index/trials/001', 'run', 'mysql/laptop/20260301-add-index', 'sysbench', 'raw', 'aa', 1, 99),
    ('runs/mysql/laptop/20260301-add-index/trials/002/sysbench.log', 'runs/mysql/laptop/20260301-add-index/trials/002', 'run', 'mysql/laptop/20260301-add-index', 'sysbench', 'raw', 'aa', 1, 99),
    ('runs/mysql/laptop/20260301-add-index/trials/003/sysbench.log', 'runs/mysql/laptop/20260301-add-index/trials/003', 'run', 'mysql/laptop/20260301-add-index', 'sysbench', 'raw', 'bb', 1, 99);
