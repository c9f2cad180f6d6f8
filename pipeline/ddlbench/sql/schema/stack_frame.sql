CREATE TABLE IF NOT EXISTS stack_frame (
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    thread_no INTEGER,
    tid INTEGER,
    frame_no INTEGER,
    address VARCHAR,
    function VARCHAR,
    arguments VARCHAR,
    source_file VARCHAR,
    source_line INTEGER,
    library VARCHAR
);

COMMENT ON TABLE stack_frame IS 'One frame of a backtrace (`gdb`)';
COMMENT ON COLUMN stack_frame.file IS 'Log file the row was read from, as its path below `data/`';
COMMENT ON COLUMN stack_frame.line IS 'Line of that file, counted from 1';
COMMENT ON COLUMN stack_frame.thread_no IS 'Thread number of the debugger; NULL where the backtrace names none';
COMMENT ON COLUMN stack_frame.tid IS 'Thread number of the system (`LWP`)';
COMMENT ON COLUMN stack_frame.frame_no IS 'Number of the frame, 0 is innermost';
COMMENT ON COLUMN stack_frame.address IS 'Program counter; the innermost frame can be without';
COMMENT ON COLUMN stack_frame.function IS 'Function; `??` where the build has no symbols; its whole signature where it has no debug symbols';
COMMENT ON COLUMN stack_frame.arguments IS 'Arguments as printed; NULL where there are none, or no debug symbols';
COMMENT ON COLUMN stack_frame.source_file IS 'Source file';
COMMENT ON COLUMN stack_frame.source_line IS 'Line of the source file';
COMMENT ON COLUMN stack_frame.library IS 'Library, where there is no source';
