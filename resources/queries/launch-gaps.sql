-- title: Gaps between kernels
-- shows: time in which a device runs nothing, with the kernel or copy that follows
-- parameter: at_least_ns = 1000 (minimum length of a gap in ns)
-- parameter: limit = 20 (maximum number of rows)
WITH kernel AS (
  SELECT coalesce(t.parent_id, t.id) AS device_id, s.id, s.name, s.start_ns, s.end_ns
  FROM slice s JOIN track t ON t.id = s.track_id
  WHERE s.kind IN ('operator', 'collective', 'dma')),
gap AS (
  SELECT device_id, id, name, start_ns,
         start_ns - max(end_ns) OVER (PARTITION BY device_id ORDER BY start_ns, id
           ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS gap_ns
  FROM kernel)
SELECT d.path AS device, g.name AS late_kernel, g.start_ns, g.gap_ns
FROM gap g JOIN track d ON d.id = g.device_id
WHERE g.gap_ns > :at_least_ns
ORDER BY g.gap_ns DESC, g.id
LIMIT :limit
