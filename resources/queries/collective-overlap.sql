-- title: Collectives that nothing hides
-- shows: time of each collective during which its core runs no instruction or operator
-- parameter: longest_ns = 1000000 (no instruction is longer than this)
-- parameter: limit = 20 (rows to show)
SELECT c.slice_id, c.core, c.operation, c.start_ns, c.duration_ns,
       c.duration_ns - coalesce((
         SELECT sum(min(s.end_ns, c.end_ns) - max(s.start_ns, c.start_ns)) FROM slice s
         WHERE s.kind IN ('instruction', 'operator') AND s.core IS c.core AND s.depth = 0
           AND s.start_ns < c.end_ns AND s.start_ns > c.start_ns - :longest_ns
           AND s.end_ns > c.start_ns), 0) AS exposed_ns
FROM collective c
ORDER BY exposed_ns DESC, c.slice_id
LIMIT :limit
