-- What decides, beside the factors, whether the settings of some runs can be compared: experiment, statement, regime.
WITH said AS (
    SELECT
        trial_setting.run_id,
        trial_setting.setting,
        list_sort(list(DISTINCT lower(regexp_replace(trim(statement), '\s+', ' ', 'g'))))::VARCHAR AS statements,
    FROM ddl_statement
    JOIN file USING (file)
    JOIN trial_setting USING (trial_id)
    WHERE list_contains($runs, trial_setting.run_id)
    GROUP BY ALL
)
SELECT
    regime.run_id,
    trial_setting.setting,
    any_value(run.experiment) AS experiment,
    any_value(said.statements) AS statements,
    any_value(coalesce(regime.buffer_class, 'not stated')) AS data_against_buffer,
    any_value(regime.memory_class) AS data_against_memory,
    any_value(regime.storage) AS storage,
    any_value(regime.cores)::VARCHAR AS cores,
    any_value(regime.durability) AS durability,
FROM regime
JOIN trial_setting USING (trial_id, run_id)
JOIN run USING (run_id)
LEFT JOIN said USING (run_id, setting)
WHERE NOT trial_setting.control AND list_contains($runs, regime.run_id)
GROUP BY regime.run_id, trial_setting.setting
ORDER BY ALL;
