CREATE TABLE IF NOT EXISTS generator_property (
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    execution_no INTEGER,
    name VARCHAR,
    value VARCHAR
);

COMMENT ON TABLE generator_property IS 'Settings that a load generator printed at its start (`properties` of go-ycsb)';
COMMENT ON COLUMN generator_property.file IS 'Log file the row was read from, as its path below `data/`';
COMMENT ON COLUMN generator_property.line IS 'Line of that file, counted from 1';
COMMENT ON COLUMN generator_property.execution_no IS 'Which start of the load generator in this file, counted from 1';
COMMENT ON COLUMN generator_property.name IS 'Setting, as `threadcount` or `mysql.host`';
COMMENT ON COLUMN generator_property.value IS 'Value as printed; NULL for passwords';
