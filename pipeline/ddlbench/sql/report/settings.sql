-- The settings of a run: how often each was tried, what became of the throughput in its trials, and its measures.
WITH tried AS (
    SELECT
        setting,
        count(*) FILTER (outcome = 'completed') AS completed_count,
        count(*) FILTER (outcome <> 'completed') AS failed_count,
    FROM trial_setting
    WHERE run_id = $run AND NOT control
    GROUP BY setting
),
counted AS (
    SELECT setting, effect, count(*) AS effect_count,
    FROM impact
    WHERE run_id = $run AND NOT control
    GROUP BY setting, effect
),
effects AS (
    SELECT setting, string_agg(effect_count || ' ' || effect, ', ' ORDER BY effect_count DESC, effect) AS effects,
    FROM counted
    GROUP BY setting
)
SELECT setting, completed_count, failed_count, effects, measure, n, mean, low, high,
FROM tried
LEFT JOIN effects USING (setting)
LEFT JOIN (FROM setting_summary WHERE run_id = $run) USING (setting)
ORDER BY setting, measure;
