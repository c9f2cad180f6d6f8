-- Published durations of DDL with an optimisation off and on: one row a statement, the change recomputed beside the stated one.
-- operation: DDL statement
-- off_s: Duration with the optimisation off in seconds
-- on_s: Duration with the optimisation on in seconds
-- time_saved_pct: Time saved in % of the time with the optimisation off
-- speedup: Time off ÷ time on
-- speedup_least: Least speed-up that durations rounded to the printed ones can have
-- speedup_most: Greatest speed-up that durations rounded to the printed ones can have
-- speedup_stated: Speed-up as published
-- stated_rounding: Half a unit of the last digit of the published speed-up
WITH cell AS (
    SELECT
        trial.owner_id AS source_id,
        operation.value AS operation,
        switch.value AS switch,
        figure.measure,
        figure.value,
        0.5 * power(10, -length(split_part(figure.published, '.', 2))) AS rounding,
        figure.file,
        figure.line,
    FROM figure
    JOIN trial USING (trial_id)
    JOIN trial_factor AS operation ON operation.trial_id = trial.trial_id AND operation.factor = 'operation'
    LEFT JOIN trial_factor AS switch ON switch.trial_id = trial.trial_id AND switch.factor = 'innodb_rds_faster_ddl'
    WHERE trial.owner_kind = 'source' AND trial.table_name IN ('ddl', 'speedup')
),
statement AS (
    SELECT
        source_id,
        operation,
        max(value) FILTER (WHERE measure = 'duration_s' AND switch = 'OFF') AS off_s,
        max(value) FILTER (WHERE measure = 'duration_s' AND switch = 'ON') AS on_s,
        max(rounding) FILTER (WHERE measure = 'duration_s' AND switch = 'OFF') AS off_rounding,
        max(rounding) FILTER (WHERE measure = 'duration_s' AND switch = 'ON') AS on_rounding,
        max(value) FILTER (WHERE measure = 'speedup') AS speedup_stated,
        max(rounding) FILTER (WHERE measure = 'speedup') AS stated_rounding,
        any_value(file) FILTER (WHERE switch = 'ON') AS file,
        any_value(line) FILTER (WHERE switch = 'ON') AS line,
    FROM cell
    GROUP BY source_id, operation
)
SELECT
    source_id,
    operation,
    off_s::DECIMAL(9, 1) AS off_s,
    on_s::DECIMAL(9, 1) AS on_s,
    (100 - 100 * on_s / off_s)::DECIMAL(9, 1) AS time_saved_pct,
    (off_s / on_s)::DECIMAL(9, 2) AS speedup,
    ((off_s - off_rounding) / (on_s + on_rounding))::DECIMAL(9, 2) AS speedup_least,
    ((off_s + off_rounding) / nullif(on_s - on_rounding, 0))::DECIMAL(9, 2) AS speedup_most,
    speedup_stated::DECIMAL(9, 1) AS speedup_stated,
    stated_rounding::DECIMAL(9, 2) AS stated_rounding,
    file,
    line,
FROM statement
WHERE off_s IS NOT NULL;
