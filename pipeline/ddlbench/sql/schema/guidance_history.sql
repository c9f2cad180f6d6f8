CREATE TABLE IF NOT EXISTS guidance_history (
    guidance_id VARCHAR NOT NULL,
    version INTEGER NOT NULL,
    date DATE NOT NULL,
    change_en VARCHAR NOT NULL,
    change_zh_cn VARCHAR NOT NULL,
    change_ko VARCHAR NOT NULL
);

COMMENT ON TABLE guidance_history IS 'One version of a recommendation';
COMMENT ON COLUMN guidance_history.guidance_id IS 'The guidance';
COMMENT ON COLUMN guidance_history.version IS 'Version';
COMMENT ON COLUMN guidance_history.date IS 'Day it was decided';
COMMENT ON COLUMN guidance_history.change_en IS 'What changed, in English';
COMMENT ON COLUMN guidance_history.change_zh_cn IS 'The same in Simplified Chinese';
COMMENT ON COLUMN guidance_history.change_ko IS 'The same in Korean';
