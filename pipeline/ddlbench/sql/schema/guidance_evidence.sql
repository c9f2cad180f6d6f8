CREATE TABLE IF NOT EXISTS guidance_evidence (
    guidance_id VARCHAR NOT NULL,
    evidence_no INTEGER NOT NULL,
    evidence_level VARCHAR NOT NULL,
    condition_en VARCHAR NOT NULL,
    condition_zh_cn VARCHAR NOT NULL,
    condition_ko VARCHAR NOT NULL,
    query VARCHAR,
    address VARCHAR,
    product_version VARCHAR,
    read_on DATE
);

COMMENT ON TABLE guidance_evidence IS 'One thing that a recommendation rests on: a query, or the documentation of a vendor';
COMMENT ON COLUMN guidance_evidence.guidance_id IS 'The guidance';
COMMENT ON COLUMN guidance_evidence.evidence_no IS 'Number of the evidence within the guidance, from 1';
COMMENT ON COLUMN guidance_evidence.evidence_level IS '`raw`, `excerpt`, `transcribed`, `documented` or `asserted`';
COMMENT ON COLUMN guidance_evidence.condition_en IS 'What the evidence shows and under which condition, in English';
COMMENT ON COLUMN guidance_evidence.condition_zh_cn IS 'The same in Simplified Chinese';
COMMENT ON COLUMN guidance_evidence.condition_ko IS 'The same in Korean';
COMMENT ON COLUMN guidance_evidence.query IS 'The query; NULL for a document';
COMMENT ON COLUMN guidance_evidence.address IS 'Address of the document';
COMMENT ON COLUMN guidance_evidence.product_version IS 'Version that the document is about';
COMMENT ON COLUMN guidance_evidence.read_on IS 'Day the document was read';
