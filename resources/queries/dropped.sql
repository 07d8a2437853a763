-- title: Import diagnostics
-- shows: data that the importer skipped, repaired or assumed; errors first
SELECT severity, code, count, example
FROM diagnostic
ORDER BY CASE severity WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, code
