-- A stated share of a default is not what its settings make
-- hint: compare settings ÷ defaults of the version with the share; record it in `corrections.toml`
-- severity: by evidence
SELECT 'claims/' || claim_id || '.toml' AS file, 0 AS line, stated, settings_product, default_product,
    '1/' || round(default_product / settings_product)::INTEGER AS recomputed,
FROM stated_share
WHERE abs(share / stated_share - 1) > 0.001;
