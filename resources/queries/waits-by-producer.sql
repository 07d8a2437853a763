-- title: Wait time by producer
-- shows: wait time on semaphores, by producing and waiting engine
-- parameter: limit = 20 (maximum number of rows)
SELECT p.engine AS producer, p.name AS producer_name, c.engine AS waiting, count(*) AS edges,
       sum(c.wait_ns) AS wait_ns
FROM flow f
JOIN slice p ON p.id = f.from_slice_id
JOIN slice c ON c.id = f.to_slice_id
WHERE f.kind = 'semaphore'
GROUP BY p.engine, p.name, c.engine
ORDER BY sum(c.wait_ns) DESC, p.engine, p.name, c.engine
LIMIT :limit
