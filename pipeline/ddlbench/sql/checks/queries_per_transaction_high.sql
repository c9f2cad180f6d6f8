-- Queries ÷ transactions is too high for the workload, and no error explains a retry
-- hint: compare both with the log; record a published figure in `corrections.toml`
-- severity: by evidence
SELECT file, line, workload, queries_per_transaction, expected_queries, departure_pct,
FROM transaction_queries
CROSS JOIN constant
WHERE departure_pct > queries_tolerance_pct AND coalesce(ignored_errors, 0) = 0;
