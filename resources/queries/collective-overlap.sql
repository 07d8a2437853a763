-- title: Exposed collectives
-- shows: time of each collective during which its core runs no instruction or operator
-- parameter: longest_ns = 1000000 (upper bound of instruction durations in ns)
-- parameter: limit = 20 (maximum number of rows)
WITH piece AS (
  SELECT c.slice_id, max(s.start_ns, c.start_ns) AS begin_ns, min(s.end_ns, c.end_ns) AS end_ns
  FROM collective c JOIN slice s
    ON s.start_ns < c.end_ns AND s.start_ns > c.start_ns - :longest_ns AND s.end_ns > c.start_ns
  WHERE s.kind IN ('instruction', 'operator') AND s.core IS c.core),
ordered AS (
  SELECT slice_id, begin_ns, end_ns,
         max(end_ns) OVER (PARTITION BY slice_id ORDER BY begin_ns, end_ns
           ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS covered_to
  FROM piece),
hidden AS (
  SELECT slice_id, sum(max(end_ns - max(begin_ns, coalesce(covered_to, begin_ns)), 0)) AS ns
  FROM ordered GROUP BY slice_id)
SELECT c.slice_id, c.core, c.operation, c.start_ns, c.duration_ns,
       c.duration_ns - coalesce(h.ns, 0) AS exposed_ns
FROM collective c LEFT JOIN hidden h ON h.slice_id = c.slice_id
ORDER BY exposed_ns DESC, c.slice_id
LIMIT :limit
