CREATE TABLE IF NOT EXISTS server_sample (
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    taken_at VARCHAR,
    monotonic_s DOUBLE,
    server_pid INTEGER,
    server_rss_bytes BIGINT,
    server_cpu_s DOUBLE,
    server_threads INTEGER,
    server_read_bytes BIGINT,
    server_write_bytes BIGINT,
    machine_busy_s DOUBLE,
    machine_idle_s DOUBLE,
    machine_iowait_s DOUBLE,
    machine_steal_s DOUBLE,
    machine_available_bytes BIGINT,
    machine_load DOUBLE
);

COMMENT ON TABLE server_sample IS 'Memory, CPU and disk I/O of the server and the machine at one moment of a trial, from `/proc`; counters only grow, so differences are what a window used';
COMMENT ON COLUMN server_sample.file IS 'Log file the row was read from, as its path below `data/`';
COMMENT ON COLUMN server_sample.line IS 'Line of that file, counted from 1';
COMMENT ON COLUMN server_sample.taken_at IS 'Wall clock in UTC';
COMMENT ON COLUMN server_sample.monotonic_s IS 'Seconds on the monotonic clock of the machine; differences are durations';
COMMENT ON COLUMN server_sample.server_pid IS 'Process number of the server; NULL where it runs on another machine';
COMMENT ON COLUMN server_sample.server_rss_bytes IS 'Resident memory in bytes; for PostgreSQL the private memory of all its processes, and once what they share';
COMMENT ON COLUMN server_sample.server_cpu_s IS 'CPU seconds (user and system) of the server since its start; for PostgreSQL of all its processes, those that ended too';
COMMENT ON COLUMN server_sample.server_threads IS 'Threads of the server; for PostgreSQL its processes';
COMMENT ON COLUMN server_sample.server_read_bytes IS 'Bytes that the server read from storage; for PostgreSQL all its processes';
COMMENT ON COLUMN server_sample.server_write_bytes IS 'Bytes that the server had written to storage; for PostgreSQL all its processes';
COMMENT ON COLUMN server_sample.machine_busy_s IS 'CPU seconds in use on all processors since the boot';
COMMENT ON COLUMN server_sample.machine_idle_s IS 'CPU seconds idle';
COMMENT ON COLUMN server_sample.machine_iowait_s IS 'CPU seconds idle while something waited for storage';
COMMENT ON COLUMN server_sample.machine_steal_s IS 'CPU seconds that the hypervisor gave to others';
COMMENT ON COLUMN server_sample.machine_available_bytes IS 'Memory available without swapping, in bytes';
COMMENT ON COLUMN server_sample.machine_load IS 'Load average of the last minute';
