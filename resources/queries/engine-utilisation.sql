-- title: How busy each engine is
-- shows: share of the run's window in which each track of instructions or operators does anything
WITH window AS (SELECT min(start_ns) AS begin_ns, max(end_ns) AS end_ns FROM busy)
SELECT t.core, t.engine, t.name, sum(b.busy_ns) AS busy_ns,
       1.0 * sum(b.busy_ns) / (w.end_ns - w.begin_ns) AS share
FROM busy b JOIN track t ON t.id = b.track_id, window w
WHERE t.slice_kind IN ('instruction', 'operator')
GROUP BY t.id
ORDER BY t.core, t.id
