CREATE TABLE IF NOT EXISTS sysbench_message (
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    execution_no INTEGER,
    severity VARCHAR,
    message VARCHAR,
    repeats INTEGER
);

COMMENT ON TABLE sysbench_message IS 'Warnings and errors that sysbench printed, with their repeats';
COMMENT ON COLUMN sysbench_message.file IS 'Log file the row was read from, as its path below `data/`';
COMMENT ON COLUMN sysbench_message.line IS 'Line of that file, counted from 1';
COMMENT ON COLUMN sysbench_message.execution_no IS 'Which start of the load generator in this file, counted from 1';
COMMENT ON COLUMN sysbench_message.severity IS '`FATAL`, `ALERT`, `WARNING` or `DEBUG`; `FATAL` also where the parser of the command line gives up and names none; NULL with the message';
COMMENT ON COLUMN sysbench_message.message IS 'Text of the message, with what follows it on lines of its own; passwords are replaced by `***`; NULL where only its repeats stand in the log';
COMMENT ON COLUMN sysbench_message.repeats IS 'How often it was printed: once, and as often as `last message repeated` says';
