CREATE TABLE IF NOT EXISTS engine (
    engine VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    vendor VARCHAR NOT NULL,
    licence VARCHAR NOT NULL,
    link VARCHAR NOT NULL,
    protocol VARCHAR NOT NULL
);

COMMENT ON TABLE engine IS 'A database product; a version belongs to a run or a source';
COMMENT ON COLUMN engine.engine IS 'Name used in paths';
COMMENT ON COLUMN engine.name IS 'Name as its makers write it';
COMMENT ON COLUMN engine.vendor IS 'Who makes it';
COMMENT ON COLUMN engine.licence IS 'Licence';
COMMENT ON COLUMN engine.link IS 'Home page';
COMMENT ON COLUMN engine.protocol IS 'Client protocol: `mysql` or `postgresql`';
