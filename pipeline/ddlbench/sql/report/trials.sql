-- The impact of the DDL in each trial of a run, with the intervals of the throughput before and during it.
SELECT
    regexp_extract(trial_id, '[^/]+$') AS trial,
    setting,
    repeat_no,
    impact.duration_s,
    before.value AS before_tps,
    before.low AS before_low,
    before.high AS before_high,
    during.value AS during_tps,
    during.low AS during_low,
    during.high AS during_high,
    throughput_kept_pct,
    stall_s,
    recovery_s,
    noise_pct,
    effect,
FROM impact
LEFT JOIN (FROM trial_estimate WHERE part = 'baseline') AS before USING (trial_id)
LEFT JOIN (FROM trial_estimate WHERE part = 'ddl') AS during USING (trial_id)
WHERE run_id = $run
ORDER BY trial;
