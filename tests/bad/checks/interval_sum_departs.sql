-- The fourth was held up for two of its three seconds, and caught up after its last line; the fifth did more than that.
INSERT INTO sysbench_execution (file, line, execution_no, outcome, target_tps, transactions, total_time_s) VALUES
    ('runs/mysql/laptop/20260301-add-index/trials/001/sysbench.log', 1, 1, 'completed', NULL, 300, 3.0),
    ('runs/mysql/laptop/20260301-add-index/trials/001/sysbench.log', 20, 2, 'completed', NULL, 1000, 3.0),
    ('runs/mysql/laptop/20260301-add-index/trials/001/sysbench.log', 40, 3, 'completed', NULL, 100, 3.0),
    ('runs/mysql/laptop/20260301-add-index/trials/001/sysbench.log', 60, 4, 'completed', 100, 350, 3.5),
    ('runs/mysql/laptop/20260301-add-index/trials/001/sysbench.log', 80, 5, 'completed', 100, 1000, 3.5);
INSERT INTO sysbench_interval (file, line, execution_no, elapsed_s, tps)
SELECT
    'runs/mysql/laptop/20260301-add-index/trials/001/sysbench.log', 20 * execution - 10 + second, execution, second,
    if(execution >= 4 AND second > 1, 0, 100)
FROM range(1, 6) AS e(execution), range(1, 4) AS s(second);
