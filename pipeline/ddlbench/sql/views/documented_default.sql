-- Defaults of variables that publications speak of, as the vendors' documentation gives them, by version.
-- engine: Engine
-- variable: System variable
-- value: Default of the variable
-- since_version: First version with this default; NULL for the first of all
-- before_version: First version with another; NULL up to now
-- document: Where it is documented
SELECT * FROM (VALUES
    ('tidb', 'tidb_ddl_reorg_worker_cnt', 16, NULL, '3.0.3', 'docs-cn release-3.0, tidb-specific-system-variables.md; pingcap/tidb#11874'),
    ('tidb', 'tidb_ddl_reorg_worker_cnt', 4, '3.0.3', NULL, 'docs-cn release-3.0, tidb-specific-system-variables.md'),
    ('tidb', 'tidb_ddl_reorg_batch_size', 1024, NULL, '3.0.3', 'docs-cn release-3.0, tidb-specific-system-variables.md; pingcap/tidb#11874'),
    ('tidb', 'tidb_ddl_reorg_batch_size', 256, '3.0.3', NULL, 'docs-cn release-3.0, tidb-specific-system-variables.md'),
) AS known (engine, variable, value, since_version, before_version, document);
