INSERT INTO sysbench_execution (file, line, execution_no, outcome, transactions, total_time_s) VALUES
    ('runs/mysql/laptop/20260301-add-index/trials/001/sysbench.log', 1, 1, 'completed', 300, 3.0),
    ('runs/mysql/laptop/20260301-add-index/trials/001/sysbench.log', 20, 2, 'completed', 1000, 3.0),
    ('runs/mysql/laptop/20260301-add-index/trials/001/sysbench.log', 40, 3, 'completed', 100, 3.0);
INSERT INTO sysbench_interval (file, line, execution_no, elapsed_s, tps)
SELECT 'runs/mysql/laptop/20260301-add-index/trials/001/sysbench.log', 20 * execution - 10 + second, execution, second, 100
FROM range(1, 4) AS e(execution), range(1, 4) AS s(second);
