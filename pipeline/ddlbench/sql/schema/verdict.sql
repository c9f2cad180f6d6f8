CREATE TABLE IF NOT EXISTS verdict (
    kind VARCHAR NOT NULL,
    assertion_id VARCHAR NOT NULL,
    expected VARCHAR,
    actual VARCHAR,
    since_run VARCHAR,
    numbers VARCHAR NOT NULL
);

COMMENT ON TABLE verdict IS 'What the data makes of a claim or a guidance, beside what someone decided';
COMMENT ON COLUMN verdict.kind IS '`claim` or `guidance`';
COMMENT ON COLUMN verdict.assertion_id IS 'Which claim or guidance';
COMMENT ON COLUMN verdict.expected IS 'Verdict that its file states';
COMMENT ON COLUMN verdict.actual IS 'Verdict that its queries give; NULL where one of them fails';
COMMENT ON COLUMN verdict.since_run IS 'Run since which the two differ; NULL where they agree, or where no run explains it';
COMMENT ON COLUMN verdict.numbers IS 'The deciding numbers by name: a JSON object of printed texts';
