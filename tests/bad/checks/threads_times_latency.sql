INSERT INTO sysbench_execution (file, line, execution_no, threads, target_tps, outcome, tps, latency_avg_ms) VALUES
    ('runs/mysql/laptop/20260301-add-index/trials/001/sysbench.log', 1, 1, 4, NULL, 'completed', 1000, 3.9),
    ('runs/mysql/laptop/20260301-add-index/trials/001/sysbench.log', 40, 2, 4, 500, 'completed', 500, 2),
    ('runs/mysql/laptop/20260301-add-index/trials/001/sysbench.log', 80, 3, 4, NULL, 'completed', 1000, 3),
    ('runs/mysql/laptop/20260301-add-index/trials/001/sysbench.log', 120, 4, 4, NULL, 'completed', 72195.92, 0.06);
