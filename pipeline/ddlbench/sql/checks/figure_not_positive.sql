-- A published duration or throughput must be above zero
-- hint: leave the cell empty where nothing was measured
SELECT file, line, measure, published,
FROM figure
WHERE measure IN ('duration_s', 'tps', 'qps') AND value <= 0;
