CREATE TABLE IF NOT EXISTS fact (
    source_id VARCHAR NOT NULL,
    table_name VARCHAR NOT NULL,
    item VARCHAR NOT NULL,
    measure VARCHAR NOT NULL,
    published VARCHAR NOT NULL,
    value DECIMAL(18,4),
    unit VARCHAR,
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL
);

COMMENT ON TABLE fact IS 'A fact about the test that a source states, beside what it measured';
COMMENT ON COLUMN fact.source_id IS 'The source';
COMMENT ON COLUMN fact.table_name IS 'Table of facts, a file of the source';
COMMENT ON COLUMN fact.item IS 'What the fact is about: the factor cells of its row';
COMMENT ON COLUMN fact.measure IS 'Column of the table';
COMMENT ON COLUMN fact.published IS 'The cell exactly as published';
COMMENT ON COLUMN fact.value IS 'Value as a number; NULL for text';
COMMENT ON COLUMN fact.unit IS 'Unit';
COMMENT ON COLUMN fact.file IS 'File, as its path below `data/`';
COMMENT ON COLUMN fact.line IS 'Line of that file';
