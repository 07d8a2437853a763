-- title: Engine activity over time
-- shows: busy share of each engine in equal time buckets, including waits at semaphores
-- parameter: bucket_ns = 10000 (bucket width in ns)
SELECT t.core, t.engine, t.name, b.start_ns, 1.0 * b.busy_ns / (b.end_ns - b.start_ns) AS share
FROM busy(:bucket_ns) b JOIN track t ON t.id = b.track_id
WHERE t.slice_kind IN ('instruction', 'operator')
ORDER BY t.id, b.start_ns
