-- Each setting of our own runs against each other one of the same run and load level: the ratio of the durations with its interval, and what it says.
-- against: Setting that it is compared with
-- against_duration_s: Mean duration of the DDL with the other setting, in seconds
-- against_worst_latency_ms: Mean of the worst latency with the other setting, in milliseconds
-- trials: Numbers of the trials of both in the run
-- ratio: Duration ÷ duration with the other setting: ratio of the geometric means
-- low: Lower end of the interval of the ratio; NULL where one of the two was measured once
-- high: Upper end of the interval of the ratio; NULL where one of the two was measured once
-- standing: `faster`, `slower`, `tie` (the interval holds 1) or `single` (one of the two was measured once)
-- setting: One setting: the varied factors with their values
-- n: Trials of `setting`
SELECT
    one.experiment,
    one.run_id,
    one.label,
    one.load_level,
    one.setting,
    other.setting AS against,
    one.n,
    one.duration_s,
    other.duration_s AS against_duration_s,
    one.worst_latency_ms,
    other.worst_latency_ms AS against_worst_latency_ms,
    one.trials || ' ' || other.trials AS trials,
    ratio.ratio,
    ratio.low,
    ratio.high,
    CASE
        WHEN ratio.tie IS NULL THEN 'single'
        WHEN ratio.tie THEN 'tie'
        WHEN ratio.ratio > 1 THEN 'slower'
        ELSE 'faster'
    END AS standing,
FROM ratio
JOIN own_setting AS one ON one.run_id = ratio.run_id AND one.setting = ratio.setting
JOIN own_setting AS other ON other.run_id = ratio.run_id AND other.setting = ratio.against
WHERE ratio.measure = 'duration_s' AND one.load_level IS NOT DISTINCT FROM other.load_level;
