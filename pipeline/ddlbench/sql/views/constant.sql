-- The constants of the method, defined here and nowhere else: views and statistics read them, and the method page shows them.
-- recovery_band_sd: Standard deviations below the mean of the baseline at which the band of the baseline ends
-- recovery_intervals: Intervals in a row inside the band that count as recovered
-- baseline_minimum_intervals: Intervals that a baseline needs at least
-- confidence_level: Share of the intervals that are to hold the true value
-- bootstrap_resamples: Resamples of the bootstrap
-- bootstrap_minimum_n: Values from which on the interval comes from the bootstrap; below from Student's t distribution
-- bootstrap_seed: Seed of the random numbers
-- block_intervals: Intervals of a block of the block bootstrap within one trial
-- buffer_fits_ratio: Data ÷ buffer (or memory) up to which the data fits
-- buffer_exceeds_ratio: Data ÷ buffer (or memory) above which the data exceeds it; in between it is close to it
-- phase_minimum_s: Seconds that a DDL takes at least for its phases to be given: several samples, half a second apart
-- progress_minimum_s: Seconds that a DDL takes at least for its progress report to be judged
-- slow_throughput_share: Share of the throughput before the DDL below which an interval is slow
-- slow_latency_factor: Times the latency before the DDL above which an interval is slow
-- queries_tolerance_pct: Departure of queries a transaction from the workload that is reported, in %
-- window_tolerance_pct: Departure of a count from rate × window that is reported, in %
-- threads_tolerance_pct: Departure of throughput × mean latency from the threads that is reported, in %
-- interval_tolerance_pct: Departure of the sum of the intervals from the final report that is reported, in %
SELECT
    2::DECIMAL(4, 1) AS recovery_band_sd,
    3::INTEGER AS recovery_intervals,
    5::INTEGER AS baseline_minimum_intervals,
    0.95::DECIMAL(4, 2) AS confidence_level,
    9999::INTEGER AS bootstrap_resamples,
    6::INTEGER AS bootstrap_minimum_n,
    20261120::INTEGER AS bootstrap_seed,
    5::INTEGER AS block_intervals,
    0.8::DECIMAL(4, 1) AS buffer_fits_ratio,
    2::DECIMAL(4, 1) AS buffer_exceeds_ratio,
    2::DECIMAL(4, 1) AS phase_minimum_s,
    4::DECIMAL(4, 1) AS progress_minimum_s,
    0.5::DECIMAL(4, 1) AS slow_throughput_share,
    10::DECIMAL(4, 1) AS slow_latency_factor,
    2::DECIMAL(4, 1) AS queries_tolerance_pct,
    2::DECIMAL(4, 1) AS window_tolerance_pct,
    5::DECIMAL(4, 1) AS threads_tolerance_pct,
    2::DECIMAL(4, 1) AS interval_tolerance_pct;
