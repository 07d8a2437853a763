-- title: DMA packet sizes
-- shows: packets and bytes by queue type and packet size in powers of two
WITH packet AS (
  SELECT s.name AS queue_type, a.value AS bytes, s.duration_ns
  FROM slice s JOIN arg a ON a.slice_id = s.id AND a.key = 'transfer_size'
  WHERE s.kind = 'dma'),
sized AS (
  SELECT *, CASE WHEN bytes < 64 THEN 0 WHEN bytes < 128 THEN 64 WHEN bytes < 256 THEN 128
    WHEN bytes < 512 THEN 256 WHEN bytes < 1024 THEN 512 WHEN bytes < 2048 THEN 1024
    WHEN bytes < 4096 THEN 2048 WHEN bytes < 8192 THEN 4096 WHEN bytes < 16384 THEN 8192
    WHEN bytes < 32768 THEN 16384 WHEN bytes < 65536 THEN 32768 ELSE 65536 END AS at_least_bytes
  FROM packet)
SELECT queue_type, at_least_bytes, count(*) AS packets, sum(bytes) AS bytes,
       1.0 * sum(bytes) / nullif(sum(duration_ns), 0) AS bytes_per_ns
FROM sized
GROUP BY queue_type, at_least_bytes
ORDER BY queue_type, at_least_bytes
