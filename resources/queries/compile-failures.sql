-- title: Compile cache: failures by error code
-- shows: failed compilations by the compiler's error code, with the first message
-- parameter: limit = 20 (maximum number of rows)
SELECT coalesce(error_code, error) AS error_code, count(*) AS failures,
       count(DISTINCT name) AS graphs, sum(duration_ns) / 1e9 AS seconds, min(error) AS error
FROM compile_cache_event
WHERE cache_state = 'failure'
GROUP BY coalesce(error_code, error)
ORDER BY failures DESC, error_code
LIMIT :limit
