-- title: Gaps between kernels on a device
-- shows: time in which a device row is idle between two kernels, with the kernel that came late
-- parameter: at_least_ns = 1000 (shorter gaps are left out)
-- parameter: limit = 20 (rows to show)
WITH kernel AS (
  SELECT track_id, id, name, start_ns,
         start_ns - max(end_ns) OVER (PARTITION BY track_id ORDER BY start_ns
           ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS gap_ns
  FROM slice WHERE kind IN ('operator', 'collective', 'dma'))
SELECT t.path AS stream, k.name AS late_kernel, k.start_ns, k.gap_ns
FROM kernel k JOIN track t ON t.id = k.track_id
WHERE k.gap_ns > :at_least_ns
ORDER BY k.gap_ns DESC, k.id
LIMIT :limit
