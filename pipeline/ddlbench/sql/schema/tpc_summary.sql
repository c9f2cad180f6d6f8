CREATE TABLE IF NOT EXISTS tpc_summary (
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    execution_no INTEGER,
    tpmc DOUBLE,
    tpm_total DOUBLE,
    efficiency_percent DOUBLE,
    qphh DOUBLE
);

COMMENT ON TABLE tpc_summary IS 'The result that go-tpc prints at the end of a run';
COMMENT ON COLUMN tpc_summary.file IS 'Log file the row was read from, as its path below `data/`';
COMMENT ON COLUMN tpc_summary.line IS 'Line of that file, counted from 1';
COMMENT ON COLUMN tpc_summary.execution_no IS 'Which start of the load generator in this file, counted from 1';
COMMENT ON COLUMN tpc_summary.tpmc IS 'New orders a minute';
COMMENT ON COLUMN tpc_summary.tpm_total IS 'Transactions of all kinds a minute; NULL before version 1.0.9';
COMMENT ON COLUMN tpc_summary.efficiency_percent IS 'New orders in % of 12.86 a minute and warehouse; above 100 where the run keeps no waiting times';
COMMENT ON COLUMN tpc_summary.qphh IS 'Queries an hour of the analytical part of CH-benCHmark';
