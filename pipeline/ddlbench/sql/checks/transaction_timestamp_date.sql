-- A transaction timestamp decodes to another month than the publication states
-- hint: bits above the 18th of a TiDB timestamp are milliseconds since 1970; record it in `corrections.toml`
-- severity: by evidence
SELECT stamp.file, stamp.line, stamp.item, epoch_ms(stamp.published::BIGINT >> 18)::DATE AS decoded, stated.published AS stated,
FROM fact AS stamp
JOIN fact AS stated ON stated.source_id = stamp.source_id AND stated.item = 'date'
WHERE (stamp.item LIKE '%txn_start_ts' OR stamp.item LIKE '%snapshot_version')
    AND NOT starts_with(strftime(epoch_ms(stamp.published::BIGINT >> 18), '%Y-%m-%d'), stated.published);
