-- title: Compile cache: compilations
-- shows: misses and failures, longest first, with compiler version and flags
-- parameter: limit = 20 (maximum number of rows)
SELECT name, cache_state, start_ns, duration_ns / 1e9 AS seconds, compiler_version, flags, error
FROM compile_cache_event
WHERE cache_state IN ('miss', 'failure', 'cached_failure', 'locked', 'unfinished')
ORDER BY duration_ns DESC, slice_id
LIMIT :limit
