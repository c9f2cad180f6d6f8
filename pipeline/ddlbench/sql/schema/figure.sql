CREATE TABLE IF NOT EXISTS figure (
    trial_id VARCHAR NOT NULL,
    measure VARCHAR NOT NULL,
    published VARCHAR NOT NULL,
    value DECIMAL(18,4),
    unit VARCHAR,
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL
);

COMMENT ON TABLE figure IS 'A number (or word) as published in a source; never edited';
COMMENT ON COLUMN figure.trial_id IS 'The trial it describes';
COMMENT ON COLUMN figure.measure IS 'What was measured: the column of the published table';
COMMENT ON COLUMN figure.published IS 'The cell exactly as published';
COMMENT ON COLUMN figure.value IS 'Value as a number; NULL for text';
COMMENT ON COLUMN figure.unit IS 'Unit';
COMMENT ON COLUMN figure.file IS 'File of figures, as its path below `data/`';
COMMENT ON COLUMN figure.line IS 'Line of that file';
