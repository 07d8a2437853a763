-- title: Duration variation by name
-- shows: count, median, p99 and standard deviation of durations, by name
-- parameter: at_least = 2 (minimum number of slices of a name)
-- parameter: limit = 20 (maximum number of rows)
SELECT name, count(*) AS n, median(duration_ns) AS median_ns,
       percentile(duration_ns, 99) AS p99_ns, max(duration_ns) AS max_ns,
       stddev(duration_ns) AS stddev_ns
FROM slice
WHERE kind IN ('instruction', 'operator', 'collective')
GROUP BY name
HAVING count(*) >= :at_least
ORDER BY sum(duration_ns) DESC, name
LIMIT :limit
