-- Points of `tradeoff_point` that no other point of their scenario beats: none is at least as fast and keeps at least as much throughput, and is better in one of the two.
SELECT *,
FROM tradeoff_point AS candidate
WHERE NOT EXISTS (
    FROM tradeoff_point AS other
    WHERE other.scenario = candidate.scenario
        AND other.regime IS NOT DISTINCT FROM candidate.regime
        AND other.duration_s <= candidate.duration_s
        AND other.throughput_kept_pct >= candidate.throughput_kept_pct
        AND (other.duration_s, -other.throughput_kept_pct) <> (candidate.duration_s, -candidate.throughput_kept_pct)
);
