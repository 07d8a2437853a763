-- title: How busy each engine is
-- shows: share of the run's window in which each track of instructions or operators does anything
SELECT t.core, t.engine, t.name, b.busy_ns, 1.0 * b.busy_ns / (b.end_ns - b.start_ns) AS share
FROM busy(1 << 60) b  -- one bucket: each is rounded down to whole nanoseconds
JOIN track t ON t.id = b.track_id
WHERE t.slice_kind IN ('instruction', 'operator')
ORDER BY t.core, t.id
