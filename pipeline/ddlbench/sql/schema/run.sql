CREATE TABLE IF NOT EXISTS run (
    run_id VARCHAR NOT NULL,
    engine VARCHAR NOT NULL,
    machine VARCHAR NOT NULL,
    date DATE NOT NULL,
    title_en VARCHAR NOT NULL,
    title_zh_cn VARCHAR NOT NULL,
    title_ko VARCHAR NOT NULL,
    engine_version VARCHAR NOT NULL,
    origin VARCHAR NOT NULL,
    experiment VARCHAR,
    replicates VARCHAR,
    contributor VARCHAR NOT NULL,
    affiliation VARCHAR NOT NULL,
    paid_by VARCHAR,
    licence VARCHAR NOT NULL,
    tuning VARCHAR NOT NULL,
    tuned_en VARCHAR,
    tuned_zh_cn VARCHAR,
    tuned_ko VARCHAR,
    note_en VARCHAR,
    note_zh_cn VARCHAR,
    note_ko VARCHAR,
    data_mib DOUBLE NOT NULL,
    buffer_mib DOUBLE,
    durability VARCHAR NOT NULL,
    redacted VARCHAR,
    withdrawn DATE,
    withdrawn_en VARCHAR,
    withdrawn_zh_cn VARCHAR,
    withdrawn_ko VARCHAR
);

COMMENT ON TABLE run IS 'One contribution: measurements on one engine version and machine on one date';
COMMENT ON COLUMN run.run_id IS 'Path of its folder below `data/runs/`';
COMMENT ON COLUMN run.engine IS 'Engine';
COMMENT ON COLUMN run.machine IS 'Machine it ran on';
COMMENT ON COLUMN run.date IS 'Day of the measurements';
COMMENT ON COLUMN run.title_en IS 'What it is, in English';
COMMENT ON COLUMN run.title_zh_cn IS 'The same in Simplified Chinese';
COMMENT ON COLUMN run.title_ko IS 'The same in Korean';
COMMENT ON COLUMN run.engine_version IS 'Version as the server says';
COMMENT ON COLUMN run.origin IS '`lab` (made by `ddlbench lab`) or `logs` (made otherwise; self-reported)';
COMMENT ON COLUMN run.experiment IS 'Experiment that it carried out; NULL for logs that existed before';
COMMENT ON COLUMN run.replicates IS 'Run that it repeats';
COMMENT ON COLUMN run.contributor IS 'Who contributed it';
COMMENT ON COLUMN run.affiliation IS 'What ties the contributor to the vendor of the engine; `none` where nothing does';
COMMENT ON COLUMN run.paid_by IS 'Who paid for the machine, where stated';
COMMENT ON COLUMN run.licence IS 'Licence of its logs';
COMMENT ON COLUMN run.tuning IS '`default` or `tuned`';
COMMENT ON COLUMN run.tuned_en IS 'What was tuned, in English';
COMMENT ON COLUMN run.tuned_zh_cn IS 'The same in Simplified Chinese';
COMMENT ON COLUMN run.tuned_ko IS 'The same in Korean';
COMMENT ON COLUMN run.note_en IS 'What a reader should know about it, in English';
COMMENT ON COLUMN run.note_zh_cn IS 'The same in Simplified Chinese';
COMMENT ON COLUMN run.note_ko IS 'The same in Korean';
COMMENT ON COLUMN run.data_mib IS 'Size of the tables under test, in MiB';
COMMENT ON COLUMN run.buffer_mib IS 'Size of the buffer pool (`shared_buffers` of PostgreSQL), in MiB';
COMMENT ON COLUMN run.durability IS '`full` (each commit reaches the disk), `relaxed` (a crash may lose the last second) or `off`';
COMMENT ON COLUMN run.redacted IS 'What was replaced in its logs before they came here, kinds and counts; NULL for nothing';
COMMENT ON COLUMN run.withdrawn IS 'Day it was withdrawn; it counts in no aggregate from then on';
COMMENT ON COLUMN run.withdrawn_en IS 'Why it was withdrawn, in English';
COMMENT ON COLUMN run.withdrawn_zh_cn IS 'The same in Simplified Chinese';
COMMENT ON COLUMN run.withdrawn_ko IS 'The same in Korean';
