INSERT INTO trial_event (file, line, monotonic_s, event) VALUES
    ('runs/mysql/laptop/20260301-add-index/trials/001/timeline.jsonl', 1, 10, 'load_started'),
    ('runs/mysql/laptop/20260301-add-index/trials/001/timeline.jsonl', 2, 20, 'ddl_started'),
    ('runs/mysql/laptop/20260301-add-index/trials/001/timeline.jsonl', 3, 30, 'load_ended'),
    ('runs/mysql/laptop/20260301-add-index/trials/001/timeline.jsonl', 4, 31, 'ddl_ended'),
    ('runs/mysql/laptop/20260301-add-index/trials/002/timeline.jsonl', 1, 10, 'load_started'),
    ('runs/mysql/laptop/20260301-add-index/trials/002/timeline.jsonl', 2, 20, 'ddl_started'),
    ('runs/mysql/laptop/20260301-add-index/trials/002/timeline.jsonl', 3, 25, 'ddl_ended'),
    ('runs/mysql/laptop/20260301-add-index/trials/002/timeline.jsonl', 4, 30, 'load_ended');
