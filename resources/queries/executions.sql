-- title: Executions
-- shows: profiled executions and requests with their times
-- parameter: limit = 50 (maximum number of rows)
SELECT t.path AS track, s.name, s.start_ns, s.duration_ns
FROM slice s JOIN track t ON t.id = s.track_id
WHERE t.kind IN ('execution', 'request') AND s.depth = 0
ORDER BY s.start_ns, s.id
LIMIT :limit
