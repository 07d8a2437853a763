-- title: Throttled time
-- shows: intervals with a reduced clock frequency, by track and reason
SELECT t.core, t.name AS track, s.name AS reason, count(*) AS n, sum(s.duration_ns) AS total_ns,
       max(s.duration_ns) AS max_ns
FROM slice s JOIN track t ON t.id = s.track_id
WHERE t.kind = 'throttle' AND s.name <> 'full clock'
GROUP BY t.id, s.name
ORDER BY total_ns DESC, t.id, s.name
