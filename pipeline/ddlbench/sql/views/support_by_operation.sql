-- The lightest way in which each version carries out each operation of the matrix of what is allowed, one row a version and operation, over all repeats of the runs that count: a way counts as allowed where no repeat was refused.
-- label: Engine and version; says so where the settings are tuned
-- support: The lightest `ALGORITHM` that was never refused: `instant`, `nocopy`, `inplace`, `copy`; `disobeyed` where `INSTANT` is accepted and writes were blocked all the same; `default` where the engine knows no such choice, `none` where every way was refused
-- lock_none: Whether some way with `LOCK=NONE` was never refused; NULL where it was not asked for
-- refused_count: Combinations of `ALGORITHM` and `LOCK` that were refused in a repeat
-- combination_count: Combinations that were tried
-- trials: Numbers of its trials, spaces between
-- default_support: What happened without asking for a way: `allowed`, `blocks_writes`, `brief`, `refused` or `mixed`
-- default_ddl_s: Longest duration without asking for a way, in seconds
-- default_blocked_s: Longest wait of a write meanwhile, in seconds
WITH combined AS (
    SELECT
        run.engine,
        run.run_id,
        engine.name || ' ' || regexp_extract(run.engine_version, '^v?\d+(\.\d+)*') || if(run.tuning = 'tuned', ' (tuned)', '') AS label,
        run.tuning,
        operation,
        algorithm,
        lock_mode,
        CASE WHEN count(DISTINCT ddl_support.outcome) = 1 THEN any_value(ddl_support.outcome) ELSE 'mixed' END AS outcome,
        bool_or(ddl_support.outcome = 'refused') AS refused,
        max(ddl_duration_s) AS duration_s,
        max(write_blocked_s) AS blocked_s,
        list(DISTINCT string_split(file.trial_id, '/')[-1]) AS trials,
    FROM ddl_support
    JOIN file USING (file)
    JOIN run ON run.run_id = file.owner_id
    JOIN engine ON engine.engine = run.engine
    WHERE file.owner_kind = 'run' AND run.withdrawn IS NULL
    GROUP BY ALL
)
SELECT
    engine,
    run_id,
    label,
    tuning,
    operation,
    CASE
        WHEN bool_or(algorithm = 'INSTANT' AND outcome = 'blocks_writes') THEN 'disobeyed'
        WHEN bool_or(NOT refused AND algorithm = 'INSTANT') THEN 'instant'
        WHEN bool_or(NOT refused AND algorithm = 'NOCOPY') THEN 'nocopy'
        WHEN bool_or(NOT refused AND algorithm = 'INPLACE') THEN 'inplace'
        WHEN bool_or(NOT refused AND algorithm = 'COPY') THEN 'copy'
        WHEN bool_and(refused) THEN 'none'
        ELSE 'default'
    END AS support,
    bool_or(NOT refused) FILTER (lock_mode = 'NONE') AS lock_none,
    count(*) FILTER (refused)::INTEGER AS refused_count,
    count(*)::INTEGER AS combination_count,
    list_aggregate(list_sort(list_distinct(flatten(list(trials)))), 'string_agg', ' ') AS trials,
    max(outcome) FILTER (algorithm = 'DEFAULT' AND lock_mode = 'DEFAULT') AS default_support,
    max(duration_s) FILTER (algorithm = 'DEFAULT' AND lock_mode = 'DEFAULT')::DECIMAL(12, 2) AS default_ddl_s,
    max(blocked_s) FILTER (algorithm = 'DEFAULT' AND lock_mode = 'DEFAULT')::DECIMAL(12, 2) AS default_blocked_s,
FROM combined
GROUP BY engine, run_id, label, tuning, operation;
