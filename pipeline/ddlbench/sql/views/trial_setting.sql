-- The setting of each trial of a run: the factors that the run varies, with their values. Trials of one setting are its repeats.
-- setting: The varied factors with their values, in the order of their names
-- load_level: Load in % of the measured capacity; 0 is idle, 100 saturation; NULL where not stated
WITH varied AS (
    SELECT trial.owner_id, trial_factor.factor,
    FROM trial
    JOIN trial_factor USING (trial_id)
    WHERE trial.owner_kind = 'run' AND trial_factor.factor <> 'rate_tps'
    GROUP BY ALL
    HAVING count(DISTINCT trial_factor.value) > 1
)
SELECT
    trial.trial_id,
    trial.owner_id AS run_id,
    coalesce(trial.control, false) AS control,
    trial.repeat_no,
    trial.block_no,
    trial.outcome,
    coalesce(
        string_agg(trial_factor.factor || ' = ' || trial_factor.value, ', ' ORDER BY trial_factor.factor)
            FILTER (varied.factor IS NOT NULL),
        'the only one'
    ) AS setting,
    max(trial_factor.value_number) FILTER (trial_factor.factor = 'load_level') AS load_level,
FROM trial
LEFT JOIN trial_factor USING (trial_id)
LEFT JOIN varied ON varied.owner_id = trial.owner_id AND varied.factor = trial_factor.factor
WHERE trial.owner_kind = 'run'
GROUP BY ALL;
