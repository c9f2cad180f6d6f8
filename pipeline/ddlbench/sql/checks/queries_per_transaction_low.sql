-- Queries ÷ transactions is too low for the workload: two averages over different times, or a misprint
-- hint: compare both with the log; record a published figure in `corrections.toml`
-- severity: by evidence
SELECT file, line, workload, queries_per_transaction, expected_queries, departure_pct,
FROM transaction_queries
CROSS JOIN constant
WHERE departure_pct < -queries_tolerance_pct;
