CREATE TABLE IF NOT EXISTS file (
    file VARCHAR NOT NULL,
    trial_id VARCHAR,
    owner_kind VARCHAR NOT NULL,
    owner_id VARCHAR NOT NULL,
    format VARCHAR,
    evidence_level VARCHAR NOT NULL,
    sha256 VARCHAR NOT NULL,
    size_bytes BIGINT NOT NULL,
    line_count INTEGER NOT NULL
);

COMMENT ON TABLE file IS 'A file that figures or rows were read from';
COMMENT ON COLUMN file.file IS 'Path below `data/`';
COMMENT ON COLUMN file.trial_id IS 'Trial whose folder it lies in; NULL for a table of figures';
COMMENT ON COLUMN file.owner_kind IS '`source` or `run`';
COMMENT ON COLUMN file.owner_id IS 'Which source or run';
COMMENT ON COLUMN file.format IS 'Format that its lines were read with';
COMMENT ON COLUMN file.evidence_level IS '`raw`, `excerpt` or `transcribed`';
COMMENT ON COLUMN file.sha256 IS 'SHA-256 of its bytes';
COMMENT ON COLUMN file.size_bytes IS 'Size in bytes';
COMMENT ON COLUMN file.line_count IS 'Number of lines';
