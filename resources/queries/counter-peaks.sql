-- title: Counter peaks
-- shows: minimum, mean and maximum of each counter, and the time of the first maximum
-- parameter: track = '%' (pattern of the path, for example '%memory%')
-- parameter: limit = 50 (maximum number of rows)
SELECT t.path, t.unit, c.samples, c.least, c.mean, c.peak,
       (SELECT time_ns FROM counter p WHERE p.track_id = c.track_id AND p.value = c.peak
        ORDER BY time_ns LIMIT 1) AS peak_ns
FROM (SELECT track_id, count(*) AS samples, min(value) AS least, avg(value) AS mean,
             max(value) AS peak
      FROM counter GROUP BY track_id) c
JOIN track t ON t.id = c.track_id
WHERE t.path LIKE :track
ORDER BY t.id
LIMIT :limit
