-- Two rows of a table of figures must differ in a factor
-- hint: a row was copied twice, or a factor column is missing
SELECT file, line, factors,
FROM (
    SELECT file, line, owner_id, table_name, repeat_no, string_agg(factor || ' = ' || value, ', ' ORDER BY factor) AS factors,
    FROM trial
    JOIN trial_factor USING (trial_id)
    WHERE table_name IS NOT NULL
    GROUP BY ALL
)
QUALIFY count(*) OVER (PARTITION BY owner_id, table_name, repeat_no, factors) > 1;
