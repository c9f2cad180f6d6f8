INSERT INTO correction VALUES
    ('999', 'same-value', 'figure', 'add_index', 'sources/999/tables/add_index.csv:2', NULL, 'tps', '330.3', '330.30', 'misprint', 'a', 'b', 'c', 'd', 'e', 'f', DATE '2026-11-20');
