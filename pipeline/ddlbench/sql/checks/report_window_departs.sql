-- The time that a printed line of queries covers departs by more than 3 % from the other lines of its excerpt
-- hint: a misprint or an interrupted load; record it in `corrections.toml`
-- severity: warning
SELECT report.file, line, total_queries, qps, window_s::DECIMAL(9, 3) AS window_s, usual_window_s::DECIMAL(9, 3) AS usual_window_s,
FROM (SELECT *, median(window_s) OVER (PARTITION BY file) AS usual_window_s FROM sysbench_report) AS report
JOIN file ON file.file = report.file AND file.evidence_level = 'excerpt'
ANTI JOIN correction ON correction.trial_id = file.trial_id AND correction.measure IN ('total_queries', 'qps')
WHERE abs(window_s / usual_window_s - 1) > 0.03;
