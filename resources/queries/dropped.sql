-- title: What the import dropped or repaired
-- shows: diagnostics, worst first
SELECT severity, code, count, example
FROM diagnostic
ORDER BY CASE severity WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, code
