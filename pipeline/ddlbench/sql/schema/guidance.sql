CREATE TABLE IF NOT EXISTS guidance (
    guidance_id VARCHAR NOT NULL,
    version INTEGER NOT NULL,
    engine VARCHAR NOT NULL,
    expected_verdict VARCHAR NOT NULL,
    review_by DATE NOT NULL,
    superseded_by VARCHAR,
    title_en VARCHAR NOT NULL,
    title_zh_cn VARCHAR NOT NULL,
    title_ko VARCHAR NOT NULL,
    action_en VARCHAR NOT NULL,
    action_zh_cn VARCHAR NOT NULL,
    action_ko VARCHAR NOT NULL,
    audience_en VARCHAR NOT NULL,
    audience_zh_cn VARCHAR NOT NULL,
    audience_ko VARCHAR NOT NULL,
    condition_en VARCHAR NOT NULL,
    condition_zh_cn VARCHAR NOT NULL,
    condition_ko VARCHAR NOT NULL,
    versions_en VARCHAR NOT NULL,
    versions_zh_cn VARCHAR NOT NULL,
    versions_ko VARCHAR NOT NULL,
    cost_en VARCHAR NOT NULL,
    cost_zh_cn VARCHAR NOT NULL,
    cost_ko VARCHAR NOT NULL,
    gain_en VARCHAR NOT NULL,
    gain_zh_cn VARCHAR NOT NULL,
    gain_ko VARCHAR NOT NULL,
    regime_en VARCHAR NOT NULL,
    regime_zh_cn VARCHAR NOT NULL,
    regime_ko VARCHAR NOT NULL,
    what_would_change_en VARCHAR NOT NULL,
    what_would_change_zh_cn VARCHAR NOT NULL,
    what_would_change_ko VARCHAR NOT NULL
);

COMMENT ON TABLE guidance IS 'A recommendation, with its scope and what it rests on';
COMMENT ON COLUMN guidance.guidance_id IS 'Name of its file below `data/guidance/`';
COMMENT ON COLUMN guidance.version IS 'Version of the recommendation, counted from 1';
COMMENT ON COLUMN guidance.engine IS 'Engine that it is for';
COMMENT ON COLUMN guidance.expected_verdict IS 'Verdict that someone decided on: `supported`, `contradicted`, `overstated` or `not testable here`';
COMMENT ON COLUMN guidance.review_by IS 'Day by which someone must look at it again';
COMMENT ON COLUMN guidance.superseded_by IS 'Guidance that took its place';
COMMENT ON COLUMN guidance.title_en IS 'Title, in English';
COMMENT ON COLUMN guidance.title_zh_cn IS 'The same in Simplified Chinese';
COMMENT ON COLUMN guidance.title_ko IS 'The same in Korean';
COMMENT ON COLUMN guidance.action_en IS 'What to do, in English';
COMMENT ON COLUMN guidance.action_zh_cn IS 'The same in Simplified Chinese';
COMMENT ON COLUMN guidance.action_ko IS 'The same in Korean';
COMMENT ON COLUMN guidance.audience_en IS 'For whom, in English';
COMMENT ON COLUMN guidance.audience_zh_cn IS 'The same in Simplified Chinese';
COMMENT ON COLUMN guidance.audience_ko IS 'The same in Korean';
COMMENT ON COLUMN guidance.condition_en IS 'Condition of the workload under which it holds, in English';
COMMENT ON COLUMN guidance.condition_zh_cn IS 'The same in Simplified Chinese';
COMMENT ON COLUMN guidance.condition_ko IS 'The same in Korean';
COMMENT ON COLUMN guidance.versions_en IS 'Versions of the engine that it is for, in English';
COMMENT ON COLUMN guidance.versions_zh_cn IS 'The same in Simplified Chinese';
COMMENT ON COLUMN guidance.versions_ko IS 'The same in Korean';
COMMENT ON COLUMN guidance.cost_en IS 'What it costs, in English';
COMMENT ON COLUMN guidance.cost_zh_cn IS 'The same in Simplified Chinese';
COMMENT ON COLUMN guidance.cost_ko IS 'The same in Korean';
COMMENT ON COLUMN guidance.gain_en IS 'What it gains, in English';
COMMENT ON COLUMN guidance.gain_zh_cn IS 'The same in Simplified Chinese';
COMMENT ON COLUMN guidance.gain_ko IS 'The same in Korean';
COMMENT ON COLUMN guidance.regime_en IS 'Where it was measured, in English';
COMMENT ON COLUMN guidance.regime_zh_cn IS 'The same in Simplified Chinese';
COMMENT ON COLUMN guidance.regime_ko IS 'The same in Korean';
COMMENT ON COLUMN guidance.what_would_change_en IS 'What would change it, in English';
COMMENT ON COLUMN guidance.what_would_change_zh_cn IS 'The same in Simplified Chinese';
COMMENT ON COLUMN guidance.what_would_change_ko IS 'The same in Korean';
