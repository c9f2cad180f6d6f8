-- The DDL window of each trial split by what the DDL did: waiting for the lock, building, applying the log, committing. A sample of the progress holds until the next one; the time before the first is the phase of the first.
-- phase: `waiting_for_lock`, `building`, `applying_log`, `committing` or `other`
-- phase_s: Seconds in this phase
-- phase_tps: Mean of transactions a second in this phase
-- phase_kept_pct: The same in % of the throughput before the DDL
-- phase_transactions_lost: Sum of (baseline − throughput) × seconds
WITH sample AS (
    SELECT
        file.trial_id,
        ddl_progress.phase,
        ddl_progress.monotonic_s - ddl_window.ddl_started_s AS taken_s,
        ddl_window.duration_s,
    FROM ddl_progress
    JOIN file USING (file)
    JOIN ddl_window USING (trial_id)
    WHERE ddl_progress.phase IS NOT NULL AND taken_s BETWEEN 0 AND ddl_window.duration_s
    QUALIFY row_number() OVER (PARTITION BY file.trial_id, taken_s ORDER BY ddl_progress.line) = 1
),
span AS (
    SELECT
        trial_id,
        phase,
        CASE WHEN row_number() OVER later = 1 THEN 0 ELSE taken_s END AS starts_s,
        coalesce(lead(taken_s) OVER later, duration_s) AS ends_s,
    FROM sample
    WINDOW later AS (PARTITION BY trial_id ORDER BY taken_s)
),
cut AS (
    SELECT
        span.trial_id,
        span.phase,
        load_interval.tps,
        greatest(0, least(span.ends_s, load_interval.ends_s) - greatest(span.starts_s, load_interval.starts_s)) AS shared_s,
    FROM span
    JOIN load_interval
        ON load_interval.trial_id = span.trial_id
        AND load_interval.ends_s > span.starts_s
        AND load_interval.starts_s < span.ends_s
    WHERE load_interval.tps IS NOT NULL
),
load AS (
    SELECT trial_id, phase, sum((tps * shared_s)::DECIMAL(28, 9))::DOUBLE AS transactions,
        sum(shared_s::DECIMAL(28, 9))::DOUBLE AS shared_s,
    FROM cut
    GROUP BY trial_id, phase
)
SELECT
    trial_id,
    run_id,
    phase,
    sum(span.ends_s - span.starts_s)::DECIMAL(12, 3) AS phase_s,
    (any_value(load.transactions) / any_value(load.shared_s))::DECIMAL(12, 2) AS phase_tps,
    (100 * any_value(load.transactions) / any_value(load.shared_s) / nullif(any_value(baseline_tps), 0))::DECIMAL(9, 2)
        AS phase_kept_pct,
    (any_value(load.shared_s) * any_value(baseline_tps) - any_value(load.transactions))::DECIMAL(18, 0)
        AS phase_transactions_lost,
FROM span
JOIN baseline USING (trial_id)
LEFT JOIN load USING (trial_id, phase)
GROUP BY trial_id, run_id, phase;
