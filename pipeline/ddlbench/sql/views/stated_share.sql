-- Shares of a default that publications state for settings (`asserted.share_of_default` of a claim), recomputed from the settings and the documented defaults of the version.
-- claim_id: The claim
-- stated: The share as published
-- stated_share: The published share as a number
-- settings_product: Product of the settings that the claim names
-- default_product: Product of their defaults
-- share: Product of the settings ÷ product of the defaults
WITH asserted AS (
    SELECT
        claim.claim_id,
        source.source_id,
        source.engine,
        list_transform(string_split(source.engine_version, '.'), lambda part: try_cast(part AS INTEGER)) AS version,
        claim.asserted ->> '$.share_of_default' AS stated,
        unnest(json_keys(claim.asserted)) AS variable,
        claim.asserted,
    FROM claim
    JOIN source USING (source_id)
    WHERE claim.asserted IS NOT NULL AND (claim.asserted ->> '$.share_of_default') IS NOT NULL
)
SELECT
    claim_id,
    source_id,
    stated,
    (split_part(stated, '/', 1)::INTEGER / split_part(stated, '/', 2)::INTEGER)::DECIMAL(9, 5) AS stated_share,
    product(json_extract_string(asserted, '$.' || variable)::INTEGER)::BIGINT AS settings_product,
    product(value)::BIGINT AS default_product,
    (product(json_extract_string(asserted, '$.' || variable)::INTEGER) / product(value))::DECIMAL(9, 5) AS share,
FROM asserted
JOIN documented_default USING (engine, variable)
WHERE (since_version IS NULL OR version >= list_transform(string_split(since_version, '.'), lambda part: part::INTEGER))
    AND (before_version IS NULL OR version < list_transform(string_split(before_version, '.'), lambda part: part::INTEGER))
GROUP BY ALL;
