INSERT INTO fact VALUES
    ('999', 'environment', 'date', 'value', '2019-07', NULL, NULL, 'sources/999/tables/environment.csv', 3),
    ('999', 'environment', 'example_txn_start_ts', 'value', '410327455965380624', NULL, NULL, 'sources/999/tables/environment.csv', 26),
    ('998', 'environment', 'date', 'value', '2019-08', NULL, NULL, 'sources/998/tables/environment.csv', 3),
    ('998', 'environment', 'example_txn_start_ts', 'value', '410327455965380624', NULL, NULL, 'sources/998/tables/environment.csv', 26);
