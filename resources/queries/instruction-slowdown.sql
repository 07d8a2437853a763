-- title: Unusually slow slices
-- shows: slices that are longer than a multiple of the median duration of their name
-- parameter: times = 3.0 (multiple of the median duration)
-- parameter: limit = 20 (maximum number of rows)
WITH usual AS (
  SELECT name, median(duration_ns) AS median_ns FROM slice
  WHERE kind IN ('instruction', 'operator', 'collective') GROUP BY name HAVING count(*) >= 5)
SELECT s.id, s.core, s.engine, s.name, s.start_ns, s.duration_ns, u.median_ns,
       s.duration_ns / u.median_ns AS times
FROM usual u JOIN slice s ON s.name = u.name
WHERE s.kind IN ('instruction', 'operator', 'collective')
  AND s.duration_ns > :times * u.median_ns AND u.median_ns > 0
ORDER BY s.duration_ns - u.median_ns DESC, s.id
LIMIT :limit
