-- title: What depends on the most
-- shows: slices with the most incoming dependencies
-- parameter: limit = 20 (rows to show)
SELECT s.id, s.engine, s.name, s.start_ns, s.wait_ns, f.n AS dependencies, f.kinds
FROM (SELECT to_slice_id, count(*) AS n, group_concat(DISTINCT kind) AS kinds
      FROM flow GROUP BY to_slice_id) f
JOIN slice s ON s.id = f.to_slice_id
ORDER BY f.n DESC, s.id
LIMIT :limit
