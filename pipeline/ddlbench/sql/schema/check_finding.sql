CREATE TABLE IF NOT EXISTS check_finding (
    check_name VARCHAR NOT NULL,
    severity VARCHAR NOT NULL,
    owner_kind VARCHAR,
    owner_id VARCHAR,
    file VARCHAR NOT NULL,
    line_no INTEGER,
    message VARCHAR NOT NULL,
    details VARCHAR
);

COMMENT ON TABLE check_finding IS 'What the checks found, row by row: the data quality of each source and run';
COMMENT ON COLUMN check_finding.check_name IS 'The check, a file of `sql/checks/`';
COMMENT ON COLUMN check_finding.severity IS '`finding` (in published figures: shown, nothing to repair here), `warning` or `error`';
COMMENT ON COLUMN check_finding.owner_kind IS '`source`, `run`, `claim` or `guidance`; NULL for others';
COMMENT ON COLUMN check_finding.owner_id IS 'Name of the source, run, claim or guidance';
COMMENT ON COLUMN check_finding.file IS 'File, as its path below `data/`';
COMMENT ON COLUMN check_finding.line_no IS 'Line of that file; NULL for the file as a whole';
COMMENT ON COLUMN check_finding.message IS 'What is wrong';
COMMENT ON COLUMN check_finding.details IS 'The deciding values';
