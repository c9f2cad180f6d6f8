-- Values of the factors of each setting of each run, the constant ones included; only for trials with a DDL of runs that still count.
SELECT DISTINCT trial_setting.run_id, trial_setting.setting, trial_factor.factor, trial_factor.value, trial_factor.value_number,
FROM trial_setting
JOIN trial_factor USING (trial_id)
JOIN run USING (run_id)
WHERE run.withdrawn IS NULL AND NOT trial_setting.control AND trial_factor.factor <> 'rate_tps';
