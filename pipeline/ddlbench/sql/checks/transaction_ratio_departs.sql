-- Published QPS ÷ TPS departs by more than 5 % from the queries that a transaction of the workload holds
-- hint: a misprint, retried transactions, or averages over different times; record it in `corrections.toml`
-- severity: warning
SELECT file, line, workload, tps_published, qps_published, queries_per_transaction_published, expected_queries_per_transaction,
FROM add_index
ANTI JOIN correction ON correction.trial_id = add_index.trial_id AND correction.kind IN ('misprint', 'inconsistent')
WHERE abs(queries_per_transaction_published / expected_queries_per_transaction - 1) > 0.05;
