-- A stated speed-up is not that of the printed durations, however they were rounded
-- hint: divide the duration without the optimisation by the one with it; record a misprint in `corrections.toml`
-- severity: by evidence
SELECT file, line, operation, speedup_stated, speedup AS recomputed,
FROM faster_ddl
WHERE speedup_stated + stated_rounding < speedup_least OR speedup_stated - stated_rounding > speedup_most;
