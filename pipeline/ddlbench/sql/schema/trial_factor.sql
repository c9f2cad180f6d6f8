CREATE TABLE IF NOT EXISTS trial_factor (
    trial_id VARCHAR NOT NULL,
    factor VARCHAR NOT NULL,
    value VARCHAR NOT NULL,
    value_number DECIMAL(18,4),
    unit VARCHAR
);

COMMENT ON TABLE trial_factor IS 'The value of one factor in one trial';
COMMENT ON COLUMN trial_factor.trial_id IS 'The trial';
COMMENT ON COLUMN trial_factor.factor IS 'What was varied on purpose';
COMMENT ON COLUMN trial_factor.value IS 'Value of the factor as written';
COMMENT ON COLUMN trial_factor.value_number IS 'Value of the factor as a number; NULL for text';
COMMENT ON COLUMN trial_factor.unit IS 'Unit of the value';
