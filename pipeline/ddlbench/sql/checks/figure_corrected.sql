-- A published figure is known to be wrong
-- hint: see the correction for the reason and the evidence
-- severity: by evidence
SELECT figure.file, figure.line, correction_id, measure, correction.published, corrected,
FROM correction
JOIN figure USING (trial_id, measure)
WHERE corrected IS NOT NULL;
