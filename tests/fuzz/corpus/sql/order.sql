SELECT * FROM slice WHERE track_id IN (1, 2, NULL) AND start_ns > -1.5 AND start_ns <= 9e18 ORDER BY core DESC, name, track_id DESC LIMIT 5
