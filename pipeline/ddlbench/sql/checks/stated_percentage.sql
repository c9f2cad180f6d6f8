-- A stated percentage is not that of the printed figures
-- hint: recompute it, in time and in speed; record it in `corrections.toml`
-- severity: by evidence
SELECT 'claims/' || claim_id || '.toml' AS file, 0 AS line, change, stated_low_pct, stated_high_pct, least_pct, most_pct,
FROM stated_percentage
WHERE CASE
    WHEN stated_high_pct IS NULL THEN least_pct <= stated_low_pct
    -- A single percentage is rounded, the ends of a range are not.
    WHEN stated_low_pct = stated_high_pct THEN greatest(abs(least_pct - stated_low_pct), abs(most_pct - stated_low_pct)) > 0.5
    ELSE least_pct < stated_low_pct OR most_pct > stated_high_pct
END;
