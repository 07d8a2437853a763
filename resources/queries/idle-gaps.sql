-- title: Longest idle gaps
-- shows: idle time and waits at semaphores between two slices of a track, with both slices
-- parameter: kind = 'instruction' (kind of slice)
-- parameter: limit = 20 (maximum number of rows)
WITH ordered AS (
  SELECT track_id, start_ns, name,
         max(end_ns) OVER before AS idle_from,
         lag(name) OVER (PARTITION BY track_id ORDER BY start_ns) AS after_name
  FROM slice
  WHERE kind LIKE :kind AND name <> 'EVENT_SEMAPHORE'
  WINDOW before AS (PARTITION BY track_id ORDER BY start_ns
                    ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING))
SELECT t.core, t.name AS track, o.idle_from, o.start_ns - o.idle_from AS idle_ns, o.after_name,
       o.name AS before_name
FROM ordered o JOIN track t ON t.id = o.track_id
WHERE o.start_ns > o.idle_from
ORDER BY idle_ns DESC, t.id, o.idle_from
LIMIT :limit
