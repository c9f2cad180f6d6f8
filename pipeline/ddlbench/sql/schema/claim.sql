CREATE TABLE IF NOT EXISTS claim (
    claim_id VARCHAR NOT NULL,
    source_id VARCHAR NOT NULL,
    place VARCHAR NOT NULL,
    text_en VARCHAR NOT NULL,
    text_zh_cn VARCHAR NOT NULL,
    text_ko VARCHAR NOT NULL,
    evidence_level VARCHAR NOT NULL
);

COMMENT ON TABLE claim IS 'A sentence that a source asserts, paraphrased';
COMMENT ON COLUMN claim.claim_id IS 'Name of its file below `data/claims/`';
COMMENT ON COLUMN claim.source_id IS 'The source';
COMMENT ON COLUMN claim.place IS 'Where in the publication';
COMMENT ON COLUMN claim.text_en IS 'Paraphrase in English';
COMMENT ON COLUMN claim.text_zh_cn IS 'Paraphrase in Simplified Chinese';
COMMENT ON COLUMN claim.text_ko IS 'Paraphrase in Korean';
COMMENT ON COLUMN claim.evidence_level IS '`asserted`';
