-- Builds of the runs of `bottleneck` whose online log overflowed: how far off the model was that says when the log is full, in % of the second at which the statement failed.
SELECT
    count(*)::INTEGER AS overflow_count,
    max(abs(100 * predicted_full_s / duration_s - 100))::DECIMAL(9, 1) AS error_most_pct,
FROM online_log
JOIN run USING (run_id)
WHERE run.experiment = 'bottleneck' AND run.withdrawn IS NULL AND overflowed;
