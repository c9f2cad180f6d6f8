CREATE TABLE IF NOT EXISTS evidence_verdict (
    kind VARCHAR NOT NULL,
    assertion_id VARCHAR NOT NULL,
    evidence_no INTEGER NOT NULL,
    actual VARCHAR,
    numbers VARCHAR NOT NULL
);

COMMENT ON TABLE evidence_verdict IS 'What one query of a claim or a guidance gives';
COMMENT ON COLUMN evidence_verdict.kind IS '`claim` or `guidance`';
COMMENT ON COLUMN evidence_verdict.assertion_id IS 'Which claim or guidance';
COMMENT ON COLUMN evidence_verdict.evidence_no IS 'Which of its evidence, counted from 1; 1 for a claim';
COMMENT ON COLUMN evidence_verdict.actual IS 'Verdict of this query; NULL where it fails';
COMMENT ON COLUMN evidence_verdict.numbers IS 'Numbers that the query gives, by name: a JSON object of printed texts';
