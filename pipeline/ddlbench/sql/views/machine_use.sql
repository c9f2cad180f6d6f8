-- What the machine had to do before and during the DDL of each trial of the lab: shares of CPU time from the first to the last sample of the window. The load generator and the server run on the same machine.
-- part: `baseline` or `ddl`
-- sample_count: Samples in the window
-- busy_pct: CPU time in use, in % of all CPU time that passed
-- iowait_pct: CPU time idle while something waited for storage, in %
-- steal_pct: CPU time that the hypervisor gave to others, in %
-- write_mib_s: MiB a second that the server had written to storage
WITH placed AS (
    SELECT
        file.trial_id,
        ddl_window.run_id,
        server_sample.*,
        CASE
            WHEN monotonic_s BETWEEN ddl_started_s - (ddl_starts_at_s - coalesce(baseline_starts_at_s, 0)) AND ddl_started_s THEN 'baseline'
            WHEN monotonic_s BETWEEN ddl_started_s - 1 AND ddl_started_s + duration_s + 1 THEN 'ddl'
        END AS part,
    FROM server_sample
    JOIN file USING (file)
    JOIN ddl_window USING (trial_id)
),
summed AS (
    SELECT
        trial_id,
        run_id,
        part,
        count(*)::INTEGER AS sample_count,
        max(monotonic_s) - min(monotonic_s) AS passed_s,
        max(machine_busy_s) - min(machine_busy_s) AS busy_s,
        max(machine_idle_s) - min(machine_idle_s) AS idle_s,
        max(machine_iowait_s) - min(machine_iowait_s) AS iowait_s,
        max(machine_steal_s) - min(machine_steal_s) AS steal_s,
        max(server_write_bytes) - min(server_write_bytes) AS write_bytes,
    FROM placed
    WHERE part IS NOT NULL
    GROUP BY trial_id, run_id, part
)
SELECT
    trial_id,
    run_id,
    part,
    sample_count,
    (100 * busy_s / nullif(busy_s + idle_s + iowait_s + steal_s, 0))::DECIMAL(9, 1) AS busy_pct,
    (100 * iowait_s / nullif(busy_s + idle_s + iowait_s + steal_s, 0))::DECIMAL(9, 1) AS iowait_pct,
    (100 * steal_s / nullif(busy_s + idle_s + iowait_s + steal_s, 0))::DECIMAL(9, 1) AS steal_pct,
    (write_bytes / 1048576 / nullif(passed_s, 0))::DECIMAL(12, 1) AS write_mib_s,
FROM summed
WHERE sample_count > 1;
