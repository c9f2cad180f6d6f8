-- The existing runs that are most like a run: of the same engine, then of its experiment, its labels, its machine and a data size like its own.
SELECT
    other.run_id,
    other.engine_version,
    other.machine,
    other.experiment,
    other.tuning,
    other.durability,
    other.data_mib::DECIMAL(18, 1) AS data_mib,
FROM run AS other, (FROM run WHERE run_id = $run) AS this
WHERE other.run_id <> this.run_id AND other.engine = this.engine AND other.withdrawn IS NULL
ORDER BY
    other.experiment IS NOT DISTINCT FROM this.experiment DESC,
    other.tuning = this.tuning DESC,
    other.durability = this.durability DESC,
    other.machine = this.machine DESC,
    abs(ln(other.data_mib / this.data_mib)),
    other.run_id
LIMIT 3;
