-- Queries a transaction: of published figures (as published) and of the reports in logs of runs whose workload is known, beside what the workload makes.
-- owner_kind: `source` or `run`
-- queries_per_transaction: Queries ÷ transactions
-- expected_queries: Queries that a transaction of the workload makes
-- departure_pct: Departure of the queries a transaction from the expected ones, in %
-- ignored_errors: Errors that sysbench was told to ignore: a transaction that is retried makes more queries; NULL where not known
-- workload: Script of sysbench
WITH published AS (
    SELECT
        trial.owner_kind,
        trial.trial_id,
        trial.evidence_level,
        max(trial_factor.value_number) FILTER (trial_factor.factor = 'plan') AS plan,
        max(trial_factor.value) FILTER (trial_factor.factor = 'workload') AS own_workload,
        trial.owner_id,
        max(figure.value) FILTER (figure.measure = 'tps') AS tps,
        max(figure.value) FILTER (figure.measure = 'qps') AS qps,
        trial.file,
        trial.line,
    FROM trial
    JOIN figure USING (trial_id)
    LEFT JOIN trial_factor USING (trial_id)
    WHERE figure.measure IN ('tps', 'qps')
    GROUP BY ALL
),
reported AS (
    SELECT
        file.owner_kind,
        file.trial_id,
        file.evidence_level,
        coalesce(trial_factor.value, sysbench_execution.workload) AS workload,
        sysbench_report.total_queries / nullif(sysbench_report.transactions, 0) AS queries_per_transaction,
        coalesce(sysbench_report.ignored_errors, 0) AS ignored_errors,
        file.file,
        sysbench_report.line,
    FROM sysbench_report
    JOIN file USING (file)
    LEFT JOIN trial_factor ON trial_factor.trial_id = file.trial_id AND trial_factor.factor = 'workload'
    LEFT JOIN sysbench_execution
        ON sysbench_execution.file = sysbench_report.file
        AND sysbench_execution.execution_no = sysbench_report.execution_no
    WHERE file.owner_kind = 'run'
),
every AS (
    SELECT
        owner_kind,
        trial_id,
        evidence_level,
        coalesce(own_workload, max(own_workload) OVER (PARTITION BY owner_id, plan)) AS workload,
        (qps / tps)::DOUBLE AS queries_per_transaction,
        NULL::BIGINT AS ignored_errors,
        file,
        line,
    FROM published
    WHERE tps > 0
    UNION ALL BY NAME
    FROM reported
)
SELECT
    owner_kind,
    trial_id,
    evidence_level,
    every.workload,
    queries_per_transaction::DECIMAL(12, 3) AS queries_per_transaction,
    queries AS expected_queries,
    (100 * queries_per_transaction / queries - 100)::DECIMAL(9, 2) AS departure_pct,
    ignored_errors,
    file,
    line,
FROM every
JOIN workload_query ON workload_query.workload = every.workload;
