-- 5 of 56 s are 91 % less time: "more than 90 %" holds, "more than 95 %" and "60 % to 80 %" do not, and "91 %" is rounded.
INSERT INTO source (source_id, licence, language, engine, engine_version, title_en, title_zh_cn, title_ko, taken_en, taken_zh_cn, taken_ko)
VALUES ('999', 'none', 'en', 'alisql', '8.0.18', 'a', 'b', 'c', 'a', 'b', 'c');
INSERT INTO claim (claim_id, source_id, place_en, place_zh_cn, place_ko, text_en, text_zh_cn, text_ko, evidence_level, asserted) VALUES
    ('holds', '999', 'end', 'end', 'end', 'a', 'b', 'c', 'asserted', '{"change": "ddl_time_saved", "relation": "more than", "claimed_pct": 90}'),
    ('rounded', '999', 'end', 'end', 'end', 'a', 'b', 'c', 'asserted', '{"change": "ddl_time_saved", "claimed_pct": 91}'),
    ('too-much', '999', 'end', 'end', 'end', 'a', 'b', 'c', 'asserted', '{"change": "ddl_time_saved", "relation": "more than", "claimed_pct": 95}'),
    ('too-little', '999', 'end', 'end', 'end', 'a', 'b', 'c', 'asserted', '{"change": "ddl_time_saved", "low_pct": 60, "high_pct": 80}'),
    ('another', '999', 'end', 'end', 'end', 'a', 'b', 'c', 'asserted', '{"share_of_default": "1/16"}');
INSERT INTO trial (trial_id, owner_kind, owner_id, table_name, evidence_level, file, line)
SELECT 'sources/999/tables/' || name || '.csv:' || line, 'source', '999', name, 'transcribed', 'sources/999/tables/' || name || '.csv', line
FROM (VALUES ('ddl', 2), ('ddl', 3)) AS t(name, line);
INSERT INTO trial_factor VALUES
    ('sources/999/tables/ddl.csv:2', 'operation', 'create index', NULL, NULL),
    ('sources/999/tables/ddl.csv:2', 'innodb_rds_faster_ddl', 'OFF', NULL, NULL),
    ('sources/999/tables/ddl.csv:3', 'operation', 'create index', NULL, NULL),
    ('sources/999/tables/ddl.csv:3', 'innodb_rds_faster_ddl', 'ON', NULL, NULL);
INSERT INTO figure VALUES
    ('sources/999/tables/ddl.csv:2', 'duration_s', '56', 56, 's', 'sources/999/tables/ddl.csv', 2),
    ('sources/999/tables/ddl.csv:3', 'duration_s', '5', 5, 's', 'sources/999/tables/ddl.csv', 3);
