CREATE TABLE IF NOT EXISTS ratio (
    run_id VARCHAR NOT NULL,
    measure VARCHAR NOT NULL,
    setting VARCHAR NOT NULL,
    against VARCHAR NOT NULL,
    n INTEGER NOT NULL,
    n_against INTEGER NOT NULL,
    ratio DECIMAL(18,3) NOT NULL,
    low DECIMAL(18,3),
    high DECIMAL(18,3),
    tie BOOLEAN
);

COMMENT ON TABLE ratio IS 'Two settings of a run: the ratio of the geometric means of a measure, with its interval (Welch''s t on the logarithms)';
COMMENT ON COLUMN ratio.run_id IS 'The run';
COMMENT ON COLUMN ratio.measure IS 'What was measured: `duration_s`, `throughput_kept_pct` or `worst_latency_ms`';
COMMENT ON COLUMN ratio.setting IS 'Setting that is compared';
COMMENT ON COLUMN ratio.against IS 'Setting that it is compared with';
COMMENT ON COLUMN ratio.n IS 'Trials of `setting`';
COMMENT ON COLUMN ratio.n_against IS 'Trials of `against`';
COMMENT ON COLUMN ratio.ratio IS 'Measure of `setting` ÷ measure of `against`';
COMMENT ON COLUMN ratio.low IS 'Lower end of the interval; NULL where either has a single trial';
COMMENT ON COLUMN ratio.high IS 'Upper end of the interval; NULL where either has a single trial';
COMMENT ON COLUMN ratio.tie IS 'Whether the interval holds 1: neither is better; NULL without an interval';
