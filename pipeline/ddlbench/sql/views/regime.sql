-- What decides whether two trials of runs are comparable. Trials of different regimes are shown side by side and never averaged.
-- data_to_buffer: Size of the tables ÷ buffer pool
-- data_to_memory: Size of the tables ÷ memory of the machine
-- buffer_class: Size of the tables against the buffer pool: `fits` in it, `close` to it or `exceeds` it
-- memory_class: Size of the tables against the memory of the machine: `fits` in it, `close` to it or `exceeds` it
-- load_class: `idle`, `part load` or `saturation`; NULL where the load level is not stated
-- workload: Script of the load generator; NULL where not stated
-- regime: The regime in one text; trials with the same text are comparable
-- noise_group: Engine, machine, workload, load level and regime in one text: control trials show the noise of the trials with the same text; where the workload or the load level is not stated, those of the same run alone
WITH measured AS (
    SELECT
        trial_setting.trial_id,
        run.run_id,
        run.engine,
        run.machine,
        trial_factor.value AS workload,
        run.data_mib / run.buffer_mib AS data_to_buffer,
        run.data_mib / 1024 / machine.memory_gib AS data_to_memory,
        machine.storage,
        machine.cores,
        run.durability,
        CASE
            WHEN trial_setting.load_level = 0 THEN 'idle'
            WHEN trial_setting.load_level < 100 THEN 'part load'
            WHEN trial_setting.load_level >= 100 THEN 'saturation'
        END AS load_class,
        trial_setting.load_level,
    FROM trial_setting
    JOIN run USING (run_id)
    JOIN machine USING (machine)
    LEFT JOIN trial_factor ON trial_factor.trial_id = trial_setting.trial_id AND trial_factor.factor = 'workload'
),
classed AS (
    SELECT
        measured.*,
        CASE
            WHEN data_to_buffer <= buffer_fits_ratio THEN 'fits'
            WHEN data_to_buffer <= buffer_exceeds_ratio THEN 'close'
            WHEN data_to_buffer > buffer_exceeds_ratio THEN 'exceeds'
        END AS buffer_class,
        CASE
            WHEN data_to_memory <= buffer_fits_ratio THEN 'fits'
            WHEN data_to_memory <= buffer_exceeds_ratio THEN 'close'
            WHEN data_to_memory > buffer_exceeds_ratio THEN 'exceeds'
        END AS memory_class,
    FROM measured
    CROSS JOIN constant
)
SELECT
    trial_id,
    run_id,
    engine,
    machine,
    workload,
    data_to_buffer::DECIMAL(12, 2) AS data_to_buffer,
    data_to_memory::DECIMAL(12, 2) AS data_to_memory,
    buffer_class,
    memory_class,
    storage,
    cores,
    durability,
    load_level,
    load_class,
    concat_ws(
        '; ',
        'data against buffer: ' || coalesce(buffer_class, 'not stated'),
        'data against memory: ' || memory_class,
        storage,
        cores || ' cores',
        'durability ' || durability,
        'load ' || coalesce(load_class, 'not stated')
    ) AS regime,
    concat_ws(
        '; ',
        engine,
        machine,
        'workload ' || coalesce(workload, 'not stated'),
        'load level ' || coalesce(load_level::INTEGER::VARCHAR, 'not stated'),
        CASE WHEN workload IS NULL OR load_level IS NULL THEN 'run ' || run_id END,
        regime
    ) AS noise_group,
FROM classed;
