-- A corrected value must differ from the published one
-- hint: leave out `corrected` where the true value is not known
SELECT 'sources/' || source_id || '/corrections.toml' AS file, NULL::INTEGER AS line, correction_id, published, corrected,
FROM correction
WHERE corrected = published OR try_cast(corrected AS DECIMAL(18, 4)) = try_cast(published AS DECIMAL(18, 4));
