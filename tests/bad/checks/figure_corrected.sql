INSERT INTO figure VALUES
    ('sources/999/tables/build.csv:2', 'tps', '330.3', 330.3, '1/s', 'sources/999/tables/build.csv', 2);
INSERT INTO correction (source_id, correction_id, target_kind, trial_id, measure, published, corrected, kind, reason_en, reason_zh_cn, reason_ko, evidence_en, evidence_zh_cn, evidence_ko, noted) VALUES
    ('999', 'misprint', 'figure', 'sources/999/tables/build.csv:2', 'tps', '330.3', '300.3', 'misprint', 'a', 'b', 'c', 'chart', 'chart', 'chart', '2026-01-01'),
    ('999', 'unknown', 'figure', 'sources/999/tables/build.csv:2', 'tps', '330.3', NULL, 'inconsistent', 'a', 'b', 'c', 'ratio', 'ratio', 'ratio', '2026-01-01');
