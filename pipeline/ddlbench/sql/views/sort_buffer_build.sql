-- Published index builds with different InnoDB sort buffers: duration, change against the 1 MiB buffer, and what each doubling of the buffer saved.
-- buffer_bytes: `innodb_sort_buffer_size` in bytes
-- duration_min: Duration in minutes
-- duration_change_pct: Change of the duration against the 1 MiB buffer in %
-- speed_change_pct: Change of the speed (1 ÷ duration) against the 1 MiB buffer in %
-- doublings: Doublings of the buffer since the next smaller one
-- saved_s: Seconds saved against the next smaller buffer
-- saved_per_doubling_s: Seconds saved by each doubling of the buffer
WITH build AS (
    SELECT
        trial.owner_id AS source_id,
        trial.trial_id,
        buffer.value_number::BIGINT AS buffer_bytes,
        duration_s::DECIMAL(12, 2) AS duration_s,
        ddl_statement.file,
        ddl_statement.line,
    FROM ddl_statement
    JOIN file USING (file)
    JOIN trial USING (trial_id)
    JOIN trial_factor AS buffer ON buffer.trial_id = trial.trial_id AND buffer.factor = 'innodb_sort_buffer_size'
    WHERE ddl_statement.outcome = 'completed' AND trial.owner_kind = 'source'
),
step AS (
    SELECT
        *,
        first_value(duration_s) OVER (PARTITION BY source_id ORDER BY buffer_bytes <> 1048576) AS duration_1mib_s,
        lag(duration_s) OVER (PARTITION BY source_id ORDER BY buffer_bytes) - duration_s AS saved_s,
        log2(buffer_bytes) - lag(log2(buffer_bytes)) OVER (PARTITION BY source_id ORDER BY buffer_bytes) AS doublings,
    FROM build
)
SELECT
    source_id,
    trial_id,
    buffer_bytes,
    duration_s,
    (duration_s / 60)::DECIMAL(9, 1) AS duration_min,
    (100 * duration_s / duration_1mib_s - 100)::DECIMAL(9, 2) AS duration_change_pct,
    (100 * duration_1mib_s / duration_s - 100)::DECIMAL(9, 2) AS speed_change_pct,
    doublings::INTEGER AS doublings,
    saved_s::DECIMAL(12, 2) AS saved_s,
    (saved_s / doublings)::DECIMAL(12, 1) AS saved_per_doubling_s,
    file,
    line,
FROM step;
