INSERT INTO source (source_id, licence, language, engine, engine_version, title_en, title_zh_cn, title_ko, taken_en, taken_zh_cn, taken_ko)
VALUES ('998', 'none', 'en', 'tidb', '3.0.1', 'a', 'b', 'c', 'a', 'b', 'c'), ('999', 'none', 'en', 'tidb', '3.0.5', 'a', 'b', 'c', 'a', 'b', 'c');
INSERT INTO claim (claim_id, source_id, place_en, place_zh_cn, place_ko, text_en, text_zh_cn, text_ko, evidence_level, asserted) VALUES
    ('wrong-share', '998', 'end', 'end', 'end', 'a', 'b', 'c', 'asserted', '{"share_of_default": "1/32", "tidb_ddl_reorg_worker_cnt": 4, "tidb_ddl_reorg_batch_size": 256}'),
    ('right-share', '998', 'end', 'end', 'end', 'a', 'b', 'c', 'asserted', '{"share_of_default": "1/16", "tidb_ddl_reorg_worker_cnt": 4, "tidb_ddl_reorg_batch_size": 256}'),
    ('right-later', '999', 'end', 'end', 'end', 'a', 'b', 'c', 'asserted', '{"share_of_default": "1/2", "tidb_ddl_reorg_worker_cnt": 4, "tidb_ddl_reorg_batch_size": 128}');
