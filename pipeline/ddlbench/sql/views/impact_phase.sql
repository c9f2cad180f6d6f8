-- The impact of each trial's DDL split by what the DDL did: waiting for the lock, building, applying the log, committing. The phases are the spans of `ddl_phase`; each takes its share of the intervals that it touches. Only where samples of progress or of lock waits tell a phase.
-- phase: `waiting_for_lock`, `building`, `applying_log`, `committing` or `other`
-- phase_s: Seconds in this phase
-- phase_tps: Mean of transactions a second in this phase
-- phase_kept_pct: Mean of transactions a second in this phase, in % of that before the DDL
-- phase_transactions_lost: Sum of (baseline − throughput) × seconds
WITH span AS (
    SELECT trial_id, phase, starts_s, starts_s + duration_s AS ends_s,
    FROM ddl_phase
    QUALIFY bool_or(phase <> 'other') OVER (PARTITION BY trial_id)
),
lasted AS (
    SELECT trial_id, phase, sum((ends_s - starts_s)::DECIMAL(28, 9))::DECIMAL(12, 3) AS phase_s,
    FROM span
    GROUP BY trial_id, phase
),
load AS (
    SELECT
        span.trial_id,
        span.phase,
        sum((tps * (least(span.ends_s, load_interval.ends_s) - greatest(span.starts_s, load_interval.starts_s)))::DECIMAL(28, 9))::DOUBLE
            AS transactions,
        sum((least(span.ends_s, load_interval.ends_s) - greatest(span.starts_s, load_interval.starts_s))::DECIMAL(28, 9))::DOUBLE AS shared_s,
    FROM span
    JOIN load_interval
        ON load_interval.trial_id = span.trial_id
        AND load_interval.ends_s > span.starts_s
        AND load_interval.starts_s < span.ends_s
    WHERE load_interval.tps IS NOT NULL
    GROUP BY span.trial_id, span.phase
)
SELECT
    trial_id,
    run_id,
    phase,
    phase_s,
    (transactions / shared_s)::DECIMAL(12, 2) AS phase_tps,
    (100 * transactions / shared_s / nullif(baseline_tps, 0))::DECIMAL(9, 2) AS phase_kept_pct,
    (shared_s * baseline_tps - transactions)::DECIMAL(18, 0) AS phase_transactions_lost,
FROM lasted
JOIN (SELECT trial_id, run_id, baseline_tps FROM baseline) AS baseline USING (trial_id)
LEFT JOIN load USING (trial_id, phase);
