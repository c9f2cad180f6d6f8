-- Settings of `add_index` that no other setting of the same plan beats: none is at least as fast and keeps at least as much throughput, and better in one of the two.
SELECT *,
FROM add_index AS candidate
WHERE NOT EXISTS (
    FROM add_index AS other
    WHERE other.source_id = candidate.source_id
        AND other.plan = candidate.plan
        AND other.duration_s <= candidate.duration_s
        AND other.tps_corrected >= candidate.tps_corrected
        AND (other.duration_s, -other.tps_corrected) <> (candidate.duration_s, -candidate.tps_corrected)
);
