-- DDL duration against throughput kept, one row a setting: settings of publications (single measurements) and of runs (means of repeats, where no statement failed). Only points of the same scenario are comparable.
-- scenario: What the points of one curve share: a test plan of a publication, or a run at one load level with one load, table and statement
-- regime: What decides whether two runs are comparable; NULL for publications
-- n: Trials behind the point
-- single: Whether the point is a single measurement
-- duration_s: Duration of the DDL in seconds: as published, or the mean of the repeats
-- evidence_level: `transcribed` for publications, `raw` for runs
-- throughput_kept_pct: Throughput during the DDL in % of that without it: as published, or the mean of the repeats
WITH situation AS (
    SELECT run_id, setting, string_agg(factor || ' = ' || value, ', ' ORDER BY factor) AS situation,
    FROM setting_factor
    WHERE factor IN ('workload', 'plan', 'scenario', 'operation', 'table_rows', 'indexes', 'index_on', 'traced')
        AND contains(setting, factor || ' = ')
    GROUP BY run_id, setting
),
failed AS (
    SELECT DISTINCT run_id, setting,
    FROM trial_setting
    JOIN (SELECT trial_id, ddl_outcome FROM ddl_window) AS ddl_window USING (trial_id)
    WHERE ddl_outcome LIKE 'failed%'
)
SELECT
    'source ' || source_id || ', plan ' || plan AS scenario,
    source.engine,
    NULL AS regime,
    'tidb_ddl_reorg_batch_size = ' || batch_size || ', tidb_ddl_reorg_worker_cnt = ' || worker_count AS setting,
    'transcribed' AS evidence_level,
    1 AS n,
    true AS single,
    duration_s::DECIMAL(18, 3) AS duration_s,
    tps_kept_pct::DECIMAL(18, 3) AS throughput_kept_pct,
FROM add_index
JOIN source USING (source_id)
UNION ALL
SELECT
    'run ' || summary.run_id || coalesce(', load ' || any_value(regime.load_level)::INTEGER || ' %', '')
        || coalesce(', ' || any_value(situation), '') AS scenario,
    any_value(regime.engine),
    any_value(regime.regime),
    summary.setting,
    'raw',
    max(summary.n),
    max(summary.n) = 1,
    max(summary.mean) FILTER (summary.measure = 'duration_s'),
    max(summary.mean) FILTER (summary.measure = 'throughput_kept_pct'),
FROM setting_summary AS summary
JOIN trial_setting USING (run_id, setting)
JOIN regime USING (trial_id, run_id)
LEFT JOIN situation USING (run_id, setting)
ANTI JOIN failed USING (run_id, setting)
WHERE NOT trial_setting.control AND summary.measure IN ('duration_s', 'throughput_kept_pct')
GROUP BY summary.run_id, summary.setting
HAVING count(DISTINCT summary.measure) = 2;
