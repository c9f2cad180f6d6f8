-- How wrong the progress report of an engine is: what it shows (work done ÷ work expected) when 10, 50 and 90 % of the time of the DDL have passed. The last sample before that moment counts; of several rows in one sample that of the statement itself, not of a thread that works for it.
-- passed_pct: Time that has passed, in % of the duration of the DDL
-- shown_pct: Progress that the engine shows at that moment, in %
-- error_points: Progress shown minus time passed, in percentage points: positive where the engine promises too much
-- phase: Phase at that moment
SELECT
    file.trial_id,
    ddl_window.run_id,
    moment.passed_pct,
    arg_max(phase, (monotonic_s, pid IS NOT NULL, line)) AS phase,
    (100 * arg_max(work_done / work_total, (monotonic_s, pid IS NOT NULL, line)))::DECIMAL(9, 1) AS shown_pct,
    (shown_pct - moment.passed_pct)::DECIMAL(9, 1) AS error_points,
FROM ddl_progress
JOIN file USING (file)
JOIN ddl_window USING (trial_id)
CROSS JOIN (VALUES (10), (50), (90)) AS moment (passed_pct)
WHERE work_total > 0
    AND monotonic_s >= ddl_started_s
    AND monotonic_s <= ddl_started_s + duration_s * moment.passed_pct / 100
GROUP BY file.trial_id, ddl_window.run_id, moment.passed_pct;
