-- The same figure stands under different settings of one table
-- hint: compare with the charts of the publication; a row or cell may have been copied
-- severity: by evidence
SELECT figure.file, figure.line, measure, published, setting AS under, first_value(setting) OVER same AS also_under,
FROM figure
JOIN (
    SELECT
        trial_id,
        owner_id,
        table_name,
        max(value) FILTER (factor = 'plan') AS plan,
        string_agg(factor || ' = ' || value, ', ' ORDER BY factor) AS setting,
    FROM trial
    JOIN trial_factor USING (trial_id)
    WHERE table_name IS NOT NULL
    GROUP BY trial_id, owner_id, table_name
) USING (trial_id)
WHERE measure IN ('tps', 'qps') AND value > 0
WINDOW same AS (
    PARTITION BY owner_id, table_name, plan, measure, value ORDER BY figure.line
    ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE CURRENT ROW
)
QUALIFY count(*) OVER (PARTITION BY owner_id, table_name, plan, measure, value) > 1;
