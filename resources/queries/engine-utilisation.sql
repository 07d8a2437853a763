-- title: Engine utilisation
-- shows: share of the run in which each track works, without waits at semaphores
WITH work AS (
  SELECT track_id, start_ns, end_ns,
         max(end_ns) OVER (PARTITION BY track_id ORDER BY start_ns
                           ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS covered_ns
  FROM slice
  WHERE name <> 'EVENT_SEMAPHORE'
    AND track_id IN (SELECT track_id FROM slice_summary WHERE name = 'EVENT_SEMAPHORE')),
run AS (
  SELECT track_id, busy_ns, start_ns, end_ns FROM busy(1 << 60)),  -- one bucket: buckets are rounded to whole ns
active AS (
  SELECT w.track_id,
         sum(max(0, min(w.end_ns, r.end_ns) -
                    max(w.start_ns, coalesce(w.covered_ns, w.start_ns), r.start_ns))) AS busy_ns
  FROM work w JOIN run r ON r.track_id = w.track_id
  GROUP BY w.track_id)
SELECT t.core, t.engine, t.name, coalesce(a.busy_ns, r.busy_ns) AS busy_ns,
       1.0 * coalesce(a.busy_ns, r.busy_ns) / (r.end_ns - r.start_ns) AS share
FROM run r JOIN track t ON t.id = r.track_id LEFT JOIN active a ON a.track_id = r.track_id
WHERE t.slice_kind IN ('instruction', 'operator')
ORDER BY t.core, t.id
