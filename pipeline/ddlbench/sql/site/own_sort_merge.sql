-- Merge passes of traced builds in the runs of `innodb-sort-buffer-size`: write passes over the sort files, the first write left out, beside ceil(log2(blocks of the first write)).
WITH passes AS (
    SELECT trial_id, count(*)::INTEGER AS write_passes,
    FROM sort_merge_pass
    GROUP BY trial_id
)
SELECT
    engine.name || ' ' || regexp_extract(run.engine_version, '^v?\d+(\.\d+)*') || if(run.tuning = 'tuned', ' (tuned)', '') AS label,
    if(buffer_bytes < 1048576, buffer_bytes // 1024 || ' KiB', buffer_bytes // 1048576 || ' MiB') AS buffer,
    trial.repeat_no,
    first_block_count,
    predicted_passes,
    write_passes - index_count AS merge_passes,
    (sorted_bytes / 1048576)::DECIMAL(12, 1) AS sorted_mib,
    (written_bytes / 1048576)::DECIMAL(12, 1) AS written_mib,
    amplification,
    string_split(trial_id, '/')[-1] AS trials,
    trial.owner_id AS run_id,
FROM merge_trace
JOIN passes USING (trial_id)
JOIN trial USING (trial_id)
JOIN run ON run.run_id = trial.owner_id
JOIN engine ON engine.engine = run.engine
WHERE run.experiment = 'innodb-sort-buffer-size' AND run.withdrawn IS NULL
ORDER BY label, run_id, buffer_bytes, repeat_no;
