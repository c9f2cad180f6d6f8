-- The fastest DDL of each scenario that keeps at least this much throughput, in % of that without DDL.
CREATE OR REPLACE MACRO fastest_keeping(kept_pct) AS TABLE
SELECT *,
FROM tradeoff_frontier
WHERE throughput_kept_pct >= kept_pct
QUALIFY rank() OVER (PARTITION BY scenario, regime ORDER BY duration_s, throughput_kept_pct DESC) = 1
ORDER BY scenario, setting;
