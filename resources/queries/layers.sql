-- title: Time by model layer
-- shows: layers of the model by total time
-- parameter: limit = 50 (maximum number of rows)
SELECT name, sum(count) AS n, sum(total_ns) AS total_ns, max(max_ns) AS max_ns
FROM slice_summary
WHERE kind = 'layer'
GROUP BY name
ORDER BY total_ns DESC, name
LIMIT :limit
