-- title: DMA traffic by queue
-- shows: packets, bytes and mean bandwidth during transfers, by DMA queue
-- parameter: limit = 20 (maximum number of rows)
SELECT t.core, t.name AS queue, s.name AS queue_type, count(*) AS packets, sum(a.value) AS bytes,
       sum(s.duration_ns) AS packet_ns,
       1e9 * sum(a.value) / nullif(sum(s.duration_ns), 0) AS bytes_per_second
FROM slice s
JOIN arg a ON a.slice_id = s.id AND a.key = 'transfer_size'
JOIN track t ON t.id = s.track_id
WHERE s.kind = 'dma'
GROUP BY t.id, s.name
ORDER BY bytes DESC, t.id, s.name
LIMIT :limit
