CREATE TABLE IF NOT EXISTS machine (
    machine VARCHAR NOT NULL,
    title_en VARCHAR NOT NULL,
    title_zh_cn VARCHAR NOT NULL,
    title_ko VARCHAR NOT NULL,
    cpu VARCHAR NOT NULL,
    cores INTEGER NOT NULL,
    memory_gib DOUBLE NOT NULL,
    storage VARCHAR NOT NULL,
    virtualisation VARCHAR,
    kernel VARCHAR,
    shared BOOLEAN NOT NULL,
    note_en VARCHAR,
    note_zh_cn VARCHAR,
    note_ko VARCHAR
);

COMMENT ON TABLE machine IS 'Hardware or cluster topology that something ran on';
COMMENT ON COLUMN machine.machine IS 'Name of its file';
COMMENT ON COLUMN machine.title_en IS 'What it is, in English';
COMMENT ON COLUMN machine.title_zh_cn IS 'The same in Simplified Chinese';
COMMENT ON COLUMN machine.title_ko IS 'The same in Korean';
COMMENT ON COLUMN machine.cpu IS 'Processor model';
COMMENT ON COLUMN machine.cores IS 'Processors that the system shows';
COMMENT ON COLUMN machine.memory_gib IS 'Memory in GiB';
COMMENT ON COLUMN machine.storage IS 'Kind of storage';
COMMENT ON COLUMN machine.virtualisation IS 'Kind of virtualisation; NULL for none or unknown';
COMMENT ON COLUMN machine.kernel IS 'Kernel';
COMMENT ON COLUMN machine.shared IS 'Whether others use the same hardware';
COMMENT ON COLUMN machine.note_en IS 'What a reader should know about it, in English';
COMMENT ON COLUMN machine.note_zh_cn IS 'The same in Simplified Chinese';
COMMENT ON COLUMN machine.note_ko IS 'The same in Korean';
