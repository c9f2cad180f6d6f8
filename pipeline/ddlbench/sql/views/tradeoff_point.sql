-- DDL duration against throughput kept, one row a setting: settings of publications (single measurements) and of runs (means of repeats). Only points of the same scenario are comparable.
-- scenario: What the points of one curve share: a test plan of a publication, or a run at one load level
-- regime: What decides whether two runs are comparable; NULL for publications
-- n: Trials behind the point
-- single: Whether the point is a single measurement
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
    'run ' || summary.run_id || coalesce(', load ' || any_value(regime.load_level)::INTEGER || ' %', '') AS scenario,
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
WHERE NOT trial_setting.control
GROUP BY summary.run_id, summary.setting
HAVING count(DISTINCT summary.measure) FILTER (summary.measure IN ('duration_s', 'throughput_kept_pct')) = 2;
