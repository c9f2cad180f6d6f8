-- A printed total ÷ its rate must be a time above zero
-- hint: compare the count and the rate of the line; one of them is misread or misprinted
SELECT file, line, total_queries, qps, window_s,
FROM sysbench_report
WHERE window_s <= 0 OR NOT isfinite(window_s);
