-- Repeats of each setting of a run in one row a measure: number, median, mean with its interval, and whether the setting ties with the best of the run. What is best: the least duration, loss, stall, inflation and recovery, the greatest throughput kept.
-- measure: What was measured, as in `trial_measure`
-- n: Number of trials
-- median: Median over the trials
-- mean: Mean over the trials
-- low: Lower end of the interval of the mean; NULL for a single trial
-- high: Upper end of the interval of the mean; NULL for a single trial
-- method: How the interval was made, as in `estimate`
-- standing: `best` (no other interval reaches it), `tie` (its interval overlaps that of the best mean), `behind`, or `single` (some setting of the run has one trial alone, so nothing is ranked)
WITH median AS (
    SELECT run_id, setting, measure, median(value)::DECIMAL(18, 3) AS median,
    FROM trial_measure
    GROUP BY run_id, setting, measure
),
ordered AS (
    SELECT
        estimate.*,
        median.median,
        min(estimate.n) OVER every = 1 AS some_single,
        first_value(estimate.setting) OVER best_first AS best_setting,
        first_value(low) OVER best_first AS best_low,
        first_value(high) OVER best_first AS best_high,
    FROM estimate
    JOIN median USING (run_id, setting, measure)
    WINDOW
        every AS (PARTITION BY run_id, measure),
        best_first AS (
            PARTITION BY run_id, measure
            ORDER BY CASE WHEN measure IN ('throughput_kept_pct', 'baseline_tps') THEN -value ELSE value END, setting
        )
),
overlapping AS (
    SELECT
        *,
        low <= best_high AND high >= best_low AS reaches_best,
        count(*) FILTER (low <= best_high AND high >= best_low) OVER (PARTITION BY run_id, measure) AS tie_count,
    FROM ordered
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
    CASE
        WHEN some_single THEN 'single'
        WHEN setting = best_setting AND tie_count = 1 THEN 'best'
        WHEN reaches_best THEN 'tie'
        ELSE 'behind'
    END AS standing,
FROM overlapping;
