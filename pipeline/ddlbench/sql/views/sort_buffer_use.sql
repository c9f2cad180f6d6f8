-- Whether index builds of the server of each run use `innodb_sort_buffer_size`: those of MariaDB do, and those of MySQL before 8.0.27; later ones use `innodb_ddl_buffer_size`, and the variable only sizes the blocks of the online log.
-- used: Whether index builds of the server use `innodb_sort_buffer_size`
WITH versioned AS (
    SELECT run_id, engine, list_transform(regexp_extract_all(engine_version, '\d+')[1:3], lambda part: part::INTEGER) AS version,
    FROM run
)
SELECT run_id, engine = 'mariadb' OR engine = 'mysql' AND version < [8, 0, 27] AS used,
FROM versioned;
