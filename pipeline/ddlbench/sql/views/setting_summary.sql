-- Repeats of each setting of a run in one row a measure: number, median, mean with its interval, and whether the setting ties with the best of the run. What is best: the least duration, loss, stall, inflation and recovery, the greatest throughput kept.
-- measure: What was measured, as in `trial_measure`
-- n: Number of trials
-- median: Median over the trials
-- mean: Mean over the trials
-- low: Lower end of the interval of the mean; NULL for a single trial
-- high: Upper end of the interval of the mean; NULL for a single trial
-- method: How the interval was made, as in `estimate`
-- standing: `best` (no other interval reaches it), `tie` (its interval overlaps that of the best mean), `behind`, or `single` (some setting of the run has one trial alone, so nothing is ranked)
-- setting: The varied factors with their values, in the order of their names
WITH median AS (
    SELECT run_id, setting, measure, median(value)::DECIMAL(18, 3) AS median,
    FROM trial_measure
    GROUP BY run_id, setting, measure
),
repeated AS (
    SELECT run_id, measure,
    FROM estimate
    GROUP BY run_id, measure
    HAVING min(n) > 1
),
best AS (
    SELECT
        run_id,
        measure,
        arg_min(
            {'setting': setting, 'low': low, 'high': high},
            (CASE WHEN measure IN ('throughput_kept_pct', 'baseline_tps') THEN -value ELSE value END, setting)
        ) AS best,
    FROM estimate
    SEMI JOIN repeated USING (run_id, measure)
    GROUP BY run_id, measure
),
compared AS (
    SELECT
        run_id,
        measure,
        setting,
        setting = best.setting AS is_best,
        low <= best.high AND high >= best.low AS reaches_best,
        count(*) FILTER (low <= best.high AND high >= best.low) OVER (PARTITION BY run_id, measure) AS tie_count,
    FROM estimate
    JOIN best USING (run_id, measure)
),
ranked AS (
    SELECT
        run_id,
        measure,
        setting,
        CASE
            WHEN is_best AND tie_count = 1 THEN 'best'
            WHEN reaches_best THEN 'tie'
            ELSE 'behind'
        END AS standing,
    FROM compared
)
SELECT
    run_id,
    setting,
    measure,
    n,
    median,
    value AS mean,
    low,
    high,
    method,
    coalesce(standing, 'single') AS standing,
FROM estimate
JOIN median USING (run_id, setting, measure)
LEFT JOIN ranked USING (run_id, setting, measure);
