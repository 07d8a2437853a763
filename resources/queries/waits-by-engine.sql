-- title: Wait time by engine
-- shows: semaphore waits before instructions, by engine and name
-- parameter: limit = 20 (maximum number of rows)
SELECT engine, name, count(*) AS waits, sum(wait_ns) AS wait_ns, max(wait_ns) AS max_ns
FROM slice
WHERE kind = 'instruction' AND wait_ns > 0
GROUP BY engine, name
ORDER BY wait_ns DESC, engine, name
LIMIT :limit
