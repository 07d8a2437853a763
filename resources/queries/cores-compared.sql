-- title: Comparison of cores
-- shows: instructions, their time and their waits, by core and engine
SELECT core, engine, count(*) AS n, sum(duration_ns) AS total_ns, sum(wait_ns) AS wait_ns,
       min(start_ns) AS first_ns, max(end_ns) AS last_ns
FROM slice
WHERE kind IN ('instruction', 'operator') AND core IS NOT NULL
GROUP BY core, engine
ORDER BY engine, core
