CREATE TABLE IF NOT EXISTS assertion_text (
    kind VARCHAR NOT NULL,
    assertion_id VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    text_en VARCHAR NOT NULL,
    text_zh_cn VARCHAR NOT NULL,
    text_ko VARCHAR NOT NULL
);

COMMENT ON TABLE assertion_text IS 'A text of a claim or a guidance, with its places filled by the numbers of its queries';
COMMENT ON COLUMN assertion_text.kind IS '`claim` or `guidance`';
COMMENT ON COLUMN assertion_text.assertion_id IS 'Which claim or guidance';
COMMENT ON COLUMN assertion_text.name IS 'Which of its texts, as the key of its file; `evidence 1` for the condition of its first evidence';
COMMENT ON COLUMN assertion_text.text_en IS 'The text in English';
COMMENT ON COLUMN assertion_text.text_zh_cn IS 'The same in Simplified Chinese';
COMMENT ON COLUMN assertion_text.text_ko IS 'The same in Korean';
