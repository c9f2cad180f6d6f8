CREATE TABLE IF NOT EXISTS trial (
    trial_id VARCHAR NOT NULL,
    owner_kind VARCHAR NOT NULL,
    owner_id VARCHAR NOT NULL,
    table_name VARCHAR,
    repeat_no INTEGER,
    block_no INTEGER,
    control BOOLEAN,
    ddl_starts_at_s DOUBLE,
    evidence_level VARCHAR NOT NULL,
    outcome VARCHAR,
    reason VARCHAR,
    place_en VARCHAR,
    place_zh_cn VARCHAR,
    place_ko VARCHAR,
    file VARCHAR,
    line INTEGER
);

COMMENT ON TABLE trial IS 'One measured point: one setting of the factors, one repeat';
COMMENT ON COLUMN trial.trial_id IS 'Path of its folder, or path and line of its row in a table of figures';
COMMENT ON COLUMN trial.owner_kind IS '`source` or `run`';
COMMENT ON COLUMN trial.owner_id IS 'Which source or run';
COMMENT ON COLUMN trial.table_name IS 'Table of figures it is a row of; NULL for a folder of logs';
COMMENT ON COLUMN trial.repeat_no IS 'Which repeat of this setting; NULL where the source does not say';
COMMENT ON COLUMN trial.block_no IS 'Block of the random order that it belongs to; NULL where there was none';
COMMENT ON COLUMN trial.control IS 'Whether it ran without a DDL, for the noise floor; NULL for a source';
COMMENT ON COLUMN trial.ddl_starts_at_s IS 'Second of the load''s clock at which the DDL began, as stated for logs without a timeline';
COMMENT ON COLUMN trial.evidence_level IS '`raw`, `excerpt` or `transcribed`';
COMMENT ON COLUMN trial.outcome IS '`completed` or `failed`; NULL where not stated';
COMMENT ON COLUMN trial.reason IS 'Why it failed';
COMMENT ON COLUMN trial.place_en IS 'Where in the publication it stands, in English';
COMMENT ON COLUMN trial.place_zh_cn IS 'The same in Simplified Chinese';
COMMENT ON COLUMN trial.place_ko IS 'The same in Korean';
COMMENT ON COLUMN trial.file IS 'File of figures it is a row of; NULL for a folder of logs';
COMMENT ON COLUMN trial.line IS 'Line of that file';
