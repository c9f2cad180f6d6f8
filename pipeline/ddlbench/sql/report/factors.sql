-- Values of the factors of each setting of some runs.
SELECT run_id, setting, factor, coalesce(regexp_replace(value_number::VARCHAR, '\.?0+$', ''), value) AS value,
FROM setting_factor
WHERE list_contains($runs, run_id)
ORDER BY ALL;
