-- title: Slices with the most dependencies
-- shows: slices with the largest number of incoming dependencies
-- parameter: limit = 20 (maximum number of rows)
SELECT s.id, s.engine, s.name, s.start_ns, s.wait_ns, f.n AS dependencies, f.kinds
FROM (SELECT to_slice_id, count(*) AS n, group_concat(DISTINCT kind) AS kinds
      FROM flow GROUP BY to_slice_id) f
JOIN slice s ON s.id = f.to_slice_id
ORDER BY f.n DESC, s.id
LIMIT :limit
