CREATE TABLE IF NOT EXISTS trial_estimate (
    trial_id VARCHAR NOT NULL,
    part VARCHAR NOT NULL,
    n INTEGER NOT NULL,
    block_count INTEGER NOT NULL,
    value DECIMAL(18,3) NOT NULL,
    low DECIMAL(18,3),
    high DECIMAL(18,3),
    method VARCHAR NOT NULL
);

COMMENT ON TABLE trial_estimate IS 'Mean throughput of one part of one trial with its interval from blocks of intervals, since neighbouring intervals correlate; it says nothing about other trials';
COMMENT ON COLUMN trial_estimate.trial_id IS 'The trial';
COMMENT ON COLUMN trial_estimate.part IS '`baseline` or `ddl`';
COMMENT ON COLUMN trial_estimate.n IS 'Intervals';
COMMENT ON COLUMN trial_estimate.block_count IS 'Blocks of neighbouring intervals';
COMMENT ON COLUMN trial_estimate.value IS 'Mean of transactions a second over the blocks';
COMMENT ON COLUMN trial_estimate.low IS 'Lower end of the interval; NULL where there is one block';
COMMENT ON COLUMN trial_estimate.high IS 'Upper end of the interval; NULL where there is one block';
COMMENT ON COLUMN trial_estimate.method IS '`single`, `t` or `bootstrap-t`, over the blocks';
