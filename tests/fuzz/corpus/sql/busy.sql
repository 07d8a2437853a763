SELECT t.name, b.* FROM track t JOIN busy b ON b.track_id = t.id AND b.bucket_ns = 1 + t.id AND b.from_ns = -3 AND b.to_ns = 50
