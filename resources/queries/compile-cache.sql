-- title: Compile cache: events by state
-- shows: events of the compile cache by state, with their time
SELECT cache_state, count(*) AS events, sum(duration_ns) / 1e9 AS seconds,
       max(duration_ns) / 1e9 AS longest_seconds, count(DISTINCT graph_hash) AS graphs
FROM compile_cache_event
GROUP BY cache_state
ORDER BY seconds DESC, cache_state
