-- What each version does with an operation, an ALGORITHM and a LOCK, by the newest runs that tried it; blocked writes are the longest wait of the repeats.
SELECT
    run.engine,
    regexp_extract(run.engine_version, '^v?\d+(\.\d+)*') AS engine_version,
    operation,
    algorithm,
    lock_mode,
    CASE
        WHEN count(DISTINCT ddl_support.outcome) = 1 THEN any_value(ddl_support.outcome)
        -- A repeat too brief to tell says nothing against the others.
        WHEN count(DISTINCT ddl_support.outcome) FILTER (ddl_support.outcome <> 'brief') > 1 THEN 'mixed'
        WHEN bool_or(ddl_support.outcome = 'refused') THEN 'mixed'
        ELSE max(ddl_support.outcome) FILTER (ddl_support.outcome <> 'brief')
    END AS outcome,
    count(*) AS repeat_count,
    max(write_blocked_s)::DECIMAL(18, 2) AS write_blocked_s,
    max(ddl_duration_s)::DECIMAL(18, 2) AS ddl_duration_s,
    max(error_message) AS error_message,
    max(run.run_id) AS run_id,
    arg_max(file.trial_id, file.trial_id) AS trial_id,
FROM ddl_support
JOIN file USING (file)
JOIN run ON run.run_id = file.owner_id
WHERE file.owner_kind = 'run' AND run.withdrawn IS NULL
GROUP BY ALL
ORDER BY engine, engine_version, operation, algorithm, lock_mode;
