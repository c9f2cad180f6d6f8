CREATE TABLE IF NOT EXISTS experiment (
    experiment VARCHAR NOT NULL,
    title_en VARCHAR NOT NULL,
    title_zh_cn VARCHAR NOT NULL,
    title_ko VARCHAR NOT NULL,
    question_en VARCHAR NOT NULL,
    question_zh_cn VARCHAR NOT NULL,
    question_ko VARCHAR NOT NULL
);

COMMENT ON TABLE experiment IS 'A question with its design, as the lab carries it out';
COMMENT ON COLUMN experiment.experiment IS 'Name of its file';
COMMENT ON COLUMN experiment.title_en IS 'What it is, in English';
COMMENT ON COLUMN experiment.title_zh_cn IS 'The same in Simplified Chinese';
COMMENT ON COLUMN experiment.title_ko IS 'The same in Korean';
COMMENT ON COLUMN experiment.question_en IS 'What it asks, in English';
COMMENT ON COLUMN experiment.question_zh_cn IS 'The same in Simplified Chinese';
COMMENT ON COLUMN experiment.question_ko IS 'The same in Korean';
