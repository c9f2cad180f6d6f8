CREATE TABLE IF NOT EXISTS correction (
    source_id VARCHAR NOT NULL,
    correction_id VARCHAR NOT NULL,
    target_kind VARCHAR NOT NULL,
    table_name VARCHAR,
    trial_id VARCHAR,
    claim_id VARCHAR,
    measure VARCHAR,
    published VARCHAR,
    corrected VARCHAR,
    kind VARCHAR NOT NULL,
    reason_en VARCHAR NOT NULL,
    reason_zh_cn VARCHAR NOT NULL,
    reason_ko VARCHAR NOT NULL,
    evidence_en VARCHAR NOT NULL,
    evidence_zh_cn VARCHAR NOT NULL,
    evidence_ko VARCHAR NOT NULL,
    noted DATE NOT NULL
);

COMMENT ON TABLE correction IS 'A known error in a published figure or sentence, beside the published value';
COMMENT ON COLUMN correction.source_id IS 'The source';
COMMENT ON COLUMN correction.correction_id IS 'Name of the correction, unique within the source';
COMMENT ON COLUMN correction.target_kind IS 'What is corrected: `figure`, `excerpt`, `claim` or `statement`';
COMMENT ON COLUMN correction.table_name IS 'Table of the figure';
COMMENT ON COLUMN correction.trial_id IS 'Trial of the figure or excerpt, or row of facts (path and line)';
COMMENT ON COLUMN correction.claim_id IS 'The claim';
COMMENT ON COLUMN correction.measure IS 'Column of the figure';
COMMENT ON COLUMN correction.published IS 'Value as published';
COMMENT ON COLUMN correction.corrected IS 'Corrected value; NULL where the truth is not known';
COMMENT ON COLUMN correction.kind IS '`misprint`, `inconsistent`, `suspect-copy`, `arithmetic` or `wording`';
COMMENT ON COLUMN correction.reason_en IS 'What is wrong and how it is known, in English';
COMMENT ON COLUMN correction.reason_zh_cn IS 'The same in Simplified Chinese';
COMMENT ON COLUMN correction.reason_ko IS 'The same in Korean';
COMMENT ON COLUMN correction.evidence_en IS 'What proves it, in English';
COMMENT ON COLUMN correction.evidence_zh_cn IS 'The same in Simplified Chinese';
COMMENT ON COLUMN correction.evidence_ko IS 'The same in Korean';
COMMENT ON COLUMN correction.noted IS 'When it was noted';
