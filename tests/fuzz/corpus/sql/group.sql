SELECT engine, name, count(*), median(duration_ns) FROM slice WHERE kind IN ('instruction', 'collective') GROUP BY engine, name
