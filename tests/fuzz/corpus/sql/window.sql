SELECT name, start_ns - max(end_ns) OVER (PARTITION BY track_id ORDER BY start_ns ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), stddev(duration_ns) FILTER (WHERE depth = 0) OVER () FROM slice
