CREATE TABLE IF NOT EXISTS claim (
    claim_id VARCHAR NOT NULL,
    source_id VARCHAR NOT NULL,
    place_en VARCHAR NOT NULL,
    place_zh_cn VARCHAR NOT NULL,
    place_ko VARCHAR NOT NULL,
    text_en VARCHAR NOT NULL,
    text_zh_cn VARCHAR NOT NULL,
    text_ko VARCHAR NOT NULL,
    evidence_level VARCHAR NOT NULL,
    asserted VARCHAR,
    query VARCHAR,
    expected_verdict VARCHAR,
    reason_en VARCHAR,
    reason_zh_cn VARCHAR,
    reason_ko VARCHAR,
    regime_en VARCHAR,
    regime_zh_cn VARCHAR,
    regime_ko VARCHAR,
    reply_date DATE,
    reply_address VARCHAR,
    reply_en VARCHAR,
    reply_zh_cn VARCHAR,
    reply_ko VARCHAR
);

COMMENT ON TABLE claim IS 'A sentence that a source asserts, paraphrased, with the query that tests it';
COMMENT ON COLUMN claim.claim_id IS 'Name of its file below `data/claims/`';
COMMENT ON COLUMN claim.source_id IS 'The source';
COMMENT ON COLUMN claim.place_en IS 'Where in the publication, in English';
COMMENT ON COLUMN claim.place_zh_cn IS 'The same in Simplified Chinese';
COMMENT ON COLUMN claim.place_ko IS 'The same in Korean';
COMMENT ON COLUMN claim.text_en IS 'Paraphrase, in English';
COMMENT ON COLUMN claim.text_zh_cn IS 'The same in Simplified Chinese';
COMMENT ON COLUMN claim.text_ko IS 'The same in Korean';
COMMENT ON COLUMN claim.evidence_level IS '`asserted`';
COMMENT ON COLUMN claim.asserted IS 'Figures of the sentence as published, by name: a JSON object';
COMMENT ON COLUMN claim.query IS 'The query that decides it';
COMMENT ON COLUMN claim.expected_verdict IS 'Verdict that someone decided on: `supported`, `contradicted`, `overstated` or `not testable here`';
COMMENT ON COLUMN claim.reason_en IS 'Why this verdict, in English';
COMMENT ON COLUMN claim.reason_zh_cn IS 'The same in Simplified Chinese';
COMMENT ON COLUMN claim.reason_ko IS 'The same in Korean';
COMMENT ON COLUMN claim.regime_en IS 'Where the verdict holds, in English';
COMMENT ON COLUMN claim.regime_zh_cn IS 'The same in Simplified Chinese';
COMMENT ON COLUMN claim.regime_ko IS 'The same in Korean';
COMMENT ON COLUMN claim.reply_date IS 'When its author replied; NULL without a reply';
COMMENT ON COLUMN claim.reply_address IS 'Where the reply stands';
COMMENT ON COLUMN claim.reply_en IS 'What the author replied, in English';
COMMENT ON COLUMN claim.reply_zh_cn IS 'The same in Simplified Chinese';
COMMENT ON COLUMN claim.reply_ko IS 'The same in Korean';
