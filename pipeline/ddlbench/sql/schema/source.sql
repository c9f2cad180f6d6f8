CREATE TABLE IF NOT EXISTS source (
    source_id VARCHAR NOT NULL,
    author VARCHAR,
    publisher VARCHAR,
    address VARCHAR,
    licence VARCHAR NOT NULL,
    published VARCHAR,
    language VARCHAR NOT NULL,
    engine VARCHAR NOT NULL,
    engine_version VARCHAR,
    title_en VARCHAR NOT NULL,
    title_zh_cn VARCHAR NOT NULL,
    title_ko VARCHAR NOT NULL,
    taken_en VARCHAR NOT NULL,
    taken_zh_cn VARCHAR NOT NULL,
    taken_ko VARCHAR NOT NULL
);

COMMENT ON TABLE source IS 'A publication whose figures were transcribed';
COMMENT ON COLUMN source.source_id IS 'Name of its folder below `data/sources/`';
COMMENT ON COLUMN source.author IS 'Author as published';
COMMENT ON COLUMN source.publisher IS 'Publisher';
COMMENT ON COLUMN source.address IS 'Address';
COMMENT ON COLUMN source.licence IS 'Terms of the publication';
COMMENT ON COLUMN source.published IS 'Date that the publication gives, year first';
COMMENT ON COLUMN source.language IS 'Language of the publication';
COMMENT ON COLUMN source.engine IS 'Engine it measured';
COMMENT ON COLUMN source.engine_version IS 'Version it measured';
COMMENT ON COLUMN source.title_en IS 'What it is about, in English';
COMMENT ON COLUMN source.title_zh_cn IS 'The same in Simplified Chinese';
COMMENT ON COLUMN source.title_ko IS 'The same in Korean';
COMMENT ON COLUMN source.taken_en IS 'What was taken from it and on which terms, in English';
COMMENT ON COLUMN source.taken_zh_cn IS 'The same in Simplified Chinese';
COMMENT ON COLUMN source.taken_ko IS 'The same in Korean';
