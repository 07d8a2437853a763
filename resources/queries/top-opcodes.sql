-- title: Time by engine and name
-- shows: instructions and operators by engine and name, longest total time first
-- parameter: limit = 20 (maximum number of rows)
SELECT engine, name, sum(count) AS n, sum(total_ns) AS total_ns,
       1.0 * sum(total_ns) / sum(count) AS mean_ns, max(max_ns) AS max_ns
FROM slice_summary
WHERE kind IN ('instruction', 'operator')
GROUP BY engine, name
ORDER BY total_ns DESC, engine, name
LIMIT :limit
