CREATE TABLE IF NOT EXISTS estimate (
    run_id VARCHAR NOT NULL,
    setting VARCHAR NOT NULL,
    measure VARCHAR NOT NULL,
    n INTEGER NOT NULL,
    value DECIMAL(18,3) NOT NULL,
    low DECIMAL(18,3),
    high DECIMAL(18,3),
    method VARCHAR NOT NULL
);

COMMENT ON TABLE estimate IS 'Mean of the repeats of a setting within a run, with its interval; of one setting, one run and so one regime';
COMMENT ON COLUMN estimate.run_id IS 'The run';
COMMENT ON COLUMN estimate.setting IS 'The varied factors with their values';
COMMENT ON COLUMN estimate.measure IS 'What was measured, as in `trial_measure`';
COMMENT ON COLUMN estimate.n IS 'Number of trials';
COMMENT ON COLUMN estimate.value IS 'Mean over the trials';
COMMENT ON COLUMN estimate.low IS 'Lower end of the interval; NULL for a single trial';
COMMENT ON COLUMN estimate.high IS 'Upper end of the interval; NULL for a single trial';
COMMENT ON COLUMN estimate.method IS '`single` (one trial, no interval), `t` (Student''s t distribution) or `bootstrap-t` (studentised bootstrap over the trials)';
