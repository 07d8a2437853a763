-- title: Compile cache: graphs compiled more than once
-- shows: graphs that were compiled with several flag sets or compiler versions
-- parameter: limit = 20 (maximum number of rows)
SELECT graph_hash, count(*) AS compilations, count(DISTINCT flags_hash) AS flag_sets,
       count(DISTINCT compiler_version) AS compilers, sum(duration_ns) / 1e9 AS seconds
FROM compile_cache_event
WHERE graph_hash IS NOT NULL AND cache_state IN ('miss', 'failure', 'success')
GROUP BY graph_hash
HAVING count(*) > 1
ORDER BY seconds DESC, graph_hash
LIMIT :limit
