INSERT INTO sysbench_interval (file, line, execution_no, elapsed_s) VALUES
    ('runs/a/b/20260101-c/trials/001/sysbench.log', 10, 1, 30),
    ('runs/a/b/20260101-c/trials/001/sysbench.log', 11, 1, 30),
    ('runs/a/b/20260101-c/trials/001/sysbench.log', 12, 1, 10);
