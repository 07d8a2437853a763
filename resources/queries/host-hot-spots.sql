-- title: Host hot spots
-- shows: host slices by name, with their self time without nested slices
-- parameter: limit = 20 (maximum number of rows)
WITH inner_time AS (
  SELECT parent_id, sum(duration_ns) AS ns FROM slice
  WHERE kind = 'host' AND parent_id IS NOT NULL GROUP BY parent_id)
SELECT s.name, count(*) AS calls, sum(s.duration_ns) AS total_ns,
       sum(s.duration_ns - coalesce(i.ns, 0)) AS self_ns
FROM slice s LEFT JOIN inner_time i ON i.parent_id = s.id
WHERE s.kind = 'host'
GROUP BY s.name
ORDER BY self_ns DESC, s.name
LIMIT :limit
