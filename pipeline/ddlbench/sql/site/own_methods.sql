-- Ways to build the same index beside the same load, in the runs of the experiment `methods`: means with their intervals. Memory and workers are those of PostgreSQL.
SELECT
    label,
    way,
    maintenance_work_mem,
    max_parallel_maintenance_workers,
    own_setting.* EXCLUDE (experiment, engine, engine_version, tuning, setting, label, stall_s, inflation),
FROM own_setting
JOIN (SELECT run_id, setting, method, way, maintenance_work_mem, max_parallel_maintenance_workers FROM method_setting)
    AS factors USING (run_id, setting)
ORDER BY label, run_id, load_level, method, max_parallel_maintenance_workers, length(maintenance_work_mem), maintenance_work_mem;
