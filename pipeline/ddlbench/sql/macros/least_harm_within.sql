-- The DDL of each scenario that keeps the most throughput and still finishes within this many seconds.
CREATE OR REPLACE MACRO least_harm_within(limit_s) AS TABLE
SELECT *,
FROM tradeoff_frontier
WHERE duration_s <= limit_s
QUALIFY rank() OVER (PARTITION BY scenario, regime ORDER BY throughput_kept_pct DESC, duration_s) = 1
ORDER BY scenario, setting;
