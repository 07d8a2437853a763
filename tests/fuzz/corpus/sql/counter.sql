SELECT track_id, max(value), percentile(value, 12.5) FROM counter WHERE time_ns >= 1 AND track_id = '3' GROUP BY track_id
