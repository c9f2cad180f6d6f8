INSERT INTO figure VALUES ('sources/999/tables/add_index.csv:2', 'tps', '0', 0, '1/s', 'sources/999/tables/add_index.csv', 2);
