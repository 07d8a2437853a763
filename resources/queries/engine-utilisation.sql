-- title: Engine utilisation
-- shows: share of the run in which each track of instructions or operators is busy
SELECT t.core, t.engine, t.name, b.busy_ns, 1.0 * b.busy_ns / (b.end_ns - b.start_ns) AS share
FROM busy(1 << 60) b  -- one bucket, because the width of buckets is rounded to whole ns
JOIN track t ON t.id = b.track_id
WHERE t.slice_kind IN ('instruction', 'operator')
ORDER BY t.core, t.id
