-- Published throughput while a thread opens and drops temporary tables, with its change against the load without them.
-- state: What ran beside the load
-- tps_thousand: Throughput in thousands of transactions a second, as published
-- is_bound: Whether the published figure is an upper bound
-- tps_change_pct: Change against the load without temporary tables in %; a bound where the figure is one
WITH state AS (
    SELECT
        trial.owner_id AS source_id,
        state.value AS state,
        max(figure.value) FILTER (WHERE measure = 'tps_thousand') AS tps_thousand,
        coalesce(max(figure.published) FILTER (WHERE measure = 'relation') = 'below', false) AS is_bound,
        any_value(figure.file) AS file,
        any_value(figure.line) AS line,
    FROM figure
    JOIN trial USING (trial_id)
    JOIN trial_factor AS state ON state.trial_id = trial.trial_id AND state.factor = 'state'
    WHERE trial.owner_kind = 'source' AND trial.table_name = 'temporary_table'
    GROUP BY trial.owner_id, state.value
)
SELECT
    source_id,
    state,
    tps_thousand::INTEGER AS tps_thousand,
    is_bound,
    (100 * tps_thousand / max(tps_thousand) FILTER (WHERE state = 'no DDL') OVER (PARTITION BY source_id) - 100)::DECIMAL(9, 1) AS tps_change_pct,
    file,
    line,
FROM state;
