-- What decides whether two trials of runs are comparable. Trials of different regimes are shown side by side and never averaged.
-- data_to_buffer: Size of the tables ÷ buffer pool
-- data_to_memory: Size of the tables ÷ memory of the machine
-- buffer_class: `fits` in the buffer, `close` to it or `exceeds` it
-- memory_class: The same against the memory of the machine
-- load_class: `idle`, `part load` or `saturation`; NULL where the load level is not stated
-- regime: All of it in one text; trials with the same text are comparable
WITH measured AS (
    SELECT
        trial_setting.trial_id,
        run.run_id,
        run.engine,
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
FROM classed;
