-- title: HBM traffic of instructions
-- shows: bytes read from and written to HBM, by engine and opcode
-- parameter: limit = 20 (maximum number of rows)
SELECT s.engine, s.name, count(DISTINCT s.id) AS instructions,
       sum(CASE WHEN a.key = 'hbm_read_bytes' THEN a.value ELSE 0 END) AS read_bytes,
       sum(CASE WHEN a.key = 'hbm_write_bytes' THEN a.value ELSE 0 END) AS write_bytes
FROM arg a JOIN slice s ON s.id = a.slice_id
WHERE a.key IN ('hbm_read_bytes', 'hbm_write_bytes') AND a.value > 0
GROUP BY s.engine, s.name
ORDER BY read_bytes + write_bytes DESC, s.engine, s.name
LIMIT :limit
